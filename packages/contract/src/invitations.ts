import { callsOf } from './endpoint.ts';
import type { invitationShapes } from './shapes/invitations.ts';

const call = callsOf<typeof invitationShapes>();

export const listInvitations = call('listInvitations', {
  method: 'GET',
  path: '/invitations',
  access: 'onboarded',
  summary: 'The invitations that the member made, newest first; those of everybody for organisers who ask for them.',
  refuses: ['forbidden'],
});
export const createInvitation = call('createInvitation', {
  method: 'POST',
  path: '/invitations',
  access: 'onboarded',
  takes: 'json',
  status: 201,
  summary: 'Make a link that lets so many people join until it ends. The link is told this once and never again.',
  refuses: ['forbidden'],
});
export const revokeInvitation = call('revokeInvitation', {
  method: 'DELETE',
  path: '/invitations/{id}',
  access: 'onboarded',
  summary: 'End an invitation at once: whoever made it, and organisers. Who has joined by it stays.',
  refuses: ['not_found'],
});
export const listInvited = call('listInvited', {
  method: 'GET',
  path: '/invitations/{id}/members',
  access: 'onboarded',
  summary: 'Who joined by an invitation, newest first: for whoever made it, and organisers.',
  refuses: ['not_found'],
});
export const checkInvitation = call('checkInvitation', {
  method: 'POST',
  path: '/invitations/check',
  access: 'open',
  takes: 'json',
  summary: 'Whether an invitation still lets somebody in, and whose it is.',
});
