import { callsOf } from './endpoint.ts';
import type { moderationShapes } from './shapes/moderation.ts';

const call = callsOf<typeof moderationShapes>();

export const listReports = call('listReports', {
  method: 'GET',
  path: '/moderation/reports',
  access: 'organiser',
  summary:
    'What is reported, once for all reports of one thing: open ones by whether they are urgent and how many reported it, resolved ones newest first. Organisers; nobody sees reports of what is theirs.',
});
export const readReport = call('readReport', {
  method: 'GET',
  path: '/moderation/reports/{id}',
  access: 'organiser',
  summary:
    'What organisers know around a report, or around reports by their resolution: what was reported as it was then and as it is, what was done about its member before, how the reporters’ earlier reports ended, notes.',
  refuses: ['not_found'],
});
export const takeReports = call('takeReports', {
  method: 'POST',
  path: '/moderation/reports/{id}/take',
  access: 'organiser',
  summary: 'Say that one is looking at what is reported, also in place of another organiser: organisers.',
  refuses: ['not_found', 'conflict'],
});
export const leaveReports = call('leaveReports', {
  method: 'DELETE',
  path: '/moderation/reports/{id}/take',
  access: 'organiser',
  summary: 'Leave what one has taken to others: organisers.',
  refuses: ['not_found', 'conflict'],
});
export const addReportNote = call('addReportNote', {
  method: 'POST',
  path: '/moderation/reports/{id}/notes',
  access: 'organiser',
  takes: 'json',
  status: 201,
  summary: 'Add a note about what is reported, for organisers alone.',
  refuses: ['not_found'],
});
export const resolveReports = call('resolveReports', {
  method: 'POST',
  path: '/moderation/reports/{id}/resolve',
  access: 'organiser',
  takes: 'json',
  summary: 'Resolve all open reports of what a report is about, at once: organisers. Whoever comes second is told so.',
  refuses: ['not_found', 'forbidden', 'conflict'],
});
export const resolveTogether = call('resolveTogether', {
  method: 'POST',
  path: '/moderation/reports/resolve',
  access: 'organiser',
  takes: 'json',
  summary:
    'Resolve what several reports are about, each as by a call of its own: organisers. The answer says of each whether it was; what cannot be resolved does not keep the others from it.',
  refuses: ['forbidden'],
});
export const removePhoto = call('removePhoto', {
  method: 'POST',
  path: '/moderation/photos/{id}/remove',
  access: 'organiser',
  takes: 'json',
  summary: 'Take a post that breaks the rules out of sight, and resolve its reports: organisers. Its author is told why.',
  refuses: ['not_found', 'forbidden', 'own_content'],
});
export const restorePhoto = call('restorePhoto', {
  method: 'POST',
  path: '/moderation/photos/{id}/restore',
  access: 'organiser',
  summary: 'Bring a removed post back: organisers.',
  refuses: ['not_found', 'forbidden', 'own_content'],
});
export const removeComment = call('removeComment', {
  method: 'POST',
  path: '/moderation/comments/{id}/remove',
  access: 'organiser',
  takes: 'json',
  summary: 'Take a comment that breaks the rules out of sight, and resolve its reports: organisers. Its author is told why.',
  refuses: ['not_found', 'forbidden', 'own_content'],
});
export const restoreComment = call('restoreComment', {
  method: 'POST',
  path: '/moderation/comments/{id}/restore',
  access: 'organiser',
  summary: 'Bring a removed comment back: organisers, within 30 days.',
  refuses: ['not_found', 'forbidden', 'own_content'],
});
export const suspendMember = call('suspendMember', {
  method: 'POST',
  path: '/moderation/users/{id}/suspend',
  access: 'organiser',
  takes: 'json',
  summary: 'Suspend a member, until a time or until it is taken back: organisers, those whose role is below their own. All sessions end.',
  refuses: ['not_found', 'forbidden', 'cannot_suspend_self'],
});
export const endSuspension = call('endSuspension', {
  method: 'DELETE',
  path: '/moderation/users/{id}/suspend',
  access: 'organiser',
  summary: 'Let a suspended member back: organisers, those whose role is below their own.',
  refuses: ['not_found', 'forbidden', 'cannot_suspend_self'],
});
export const warnMember = call('warnMember', {
  method: 'POST',
  path: '/moderation/users/{id}/warn',
  access: 'organiser',
  takes: 'json',
  summary: 'Warn a member, who is shown it until they say that they have read it: organisers, those whose role is below their own.',
  refuses: ['not_found', 'forbidden', 'cannot_suspend_self'],
});
export const silenceMember = call('silenceMember', {
  method: 'POST',
  path: '/moderation/users/{id}/silence',
  access: 'organiser',
  takes: 'json',
  summary: 'Let a member read and not write, until a time or until it is taken back: organisers, those whose role is below their own.',
  refuses: ['not_found', 'forbidden', 'cannot_suspend_self'],
});
export const endSilence = call('endSilence', {
  method: 'DELETE',
  path: '/moderation/users/{id}/silence',
  access: 'organiser',
  summary: 'Let a silenced member write again: organisers, those whose role is below their own.',
  refuses: ['not_found', 'forbidden', 'cannot_suspend_self'],
});
export const listModerationLog = call('listModerationLog', {
  method: 'GET',
  path: '/moderation/log',
  access: 'organiser',
  summary: 'What organisers did, newest first: organisers.',
});
