import { callsOf } from './endpoint.ts';
import type { adminMemberShapes } from './shapes/admin-members.ts';

const call = callsOf<typeof adminMemberShapes>();

export const listAccounts = call('listAccounts', {
  method: 'GET',
  path: '/admin/users',
  access: 'admin',
  summary: 'All accounts, newest first, of a role or in a state, or those that a search finds: admins.',
});
export const readAccount = call('readAccount', {
  method: 'GET',
  path: '/admin/users/{id}',
  access: 'admin',
  summary: 'An account, where it is signed in, and what organisers did about it: admins.',
  refuses: ['not_found'],
});
export const changeRole = call('changeRole', {
  method: 'PUT',
  path: '/admin/users/{id}/role',
  access: 'admin',
  takes: 'json',
  summary: 'Give a member another role, from their next request on: admins, and nobody to themselves.',
  refuses: ['not_found', 'forbidden', 'recent_sign_in_required', 'overloaded'],
});
export const signOutMember = call('signOutMember', {
  method: 'DELETE',
  path: '/admin/users/{id}/sessions',
  access: 'admin',
  summary: 'Sign a member out everywhere: admins.',
  refuses: ['not_found'],
});
export const grantMemberPlan = call('grantMemberPlan', {
  method: 'PUT',
  path: '/admin/users/{id}/plan',
  access: 'admin',
  takes: 'json',
  summary: 'Give a member a plan until a time, or until further notice: admins.',
  refuses: ['not_found'],
});
export const revokeMemberPlan = call('revokeMemberPlan', {
  method: 'DELETE',
  path: '/admin/users/{id}/plan',
  access: 'admin',
  summary: 'Take back a plan that was given: admins. A subscription is not ended by it.',
  refuses: ['not_found'],
});
export const sendMemberExport = call('sendMemberExport', {
  method: 'POST',
  path: '/admin/users/{id}/export',
  access: 'admin',
  summary: 'Mail a member the way to the download of their data, as they asked: admins. Nobody but the member gets the data.',
  refuses: ['not_found', 'conflict'],
});
export const closeMemberAccount = call('closeMemberAccount', {
  method: 'POST',
  path: '/admin/users/{id}/close',
  access: 'admin',
  summary: 'Close an account as its member asked: admins, and no admin’s. For 14 days signing in brings it back.',
  refuses: ['not_found', 'forbidden'],
});
