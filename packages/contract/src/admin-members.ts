import { callsOf } from './endpoint.ts';
import type { adminMemberShapes } from './shapes/admin-members.ts';

const call = callsOf<typeof adminMemberShapes>();

export const listAccounts = call('listAccounts', {
  method: 'GET',
  path: '/admin/users',
  access: 'onboarded',
  summary: 'All accounts, newest first, of a role or in a state, or those that a search finds: admins.',
  refuses: ['admin_only'],
});
export const readAccount = call('readAccount', {
  method: 'GET',
  path: '/admin/users/{id}',
  access: 'onboarded',
  summary: 'An account, where it is signed in, and what organisers did about it: admins.',
  refuses: ['admin_only', 'not_found'],
});
export const changeRole = call('changeRole', {
  method: 'PUT',
  path: '/admin/users/{id}/role',
  access: 'onboarded',
  takes: 'json',
  summary: 'Give a member another role, from their next request on: admins, and nobody to themselves.',
  refuses: ['admin_only', 'not_found', 'forbidden'],
});
export const signOutMember = call('signOutMember', {
  method: 'DELETE',
  path: '/admin/users/{id}/sessions',
  access: 'onboarded',
  summary: 'Sign a member out everywhere: admins.',
  refuses: ['admin_only', 'not_found'],
});
export const grantMemberPlan = call('grantMemberPlan', {
  method: 'PUT',
  path: '/admin/users/{id}/plan',
  access: 'onboarded',
  takes: 'json',
  summary: 'Give a member a plan until a time, or until further notice: admins.',
  refuses: ['admin_only', 'not_found'],
});
export const revokeMemberPlan = call('revokeMemberPlan', {
  method: 'DELETE',
  path: '/admin/users/{id}/plan',
  access: 'onboarded',
  summary: 'Take back a plan that was given: admins. A subscription is not ended by it.',
  refuses: ['admin_only', 'not_found'],
});
export const sendMemberExport = call('sendMemberExport', {
  method: 'POST',
  path: '/admin/users/{id}/export',
  access: 'onboarded',
  summary: 'Mail a member the way to the download of their data, as they asked: admins. Nobody but the member gets the data.',
  refuses: ['admin_only', 'not_found', 'conflict'],
});
export const closeMemberAccount = call('closeMemberAccount', {
  method: 'POST',
  path: '/admin/users/{id}/close',
  access: 'onboarded',
  summary: 'Close an account as its member asked: admins, and no admin’s. For 14 days signing in brings it back.',
  refuses: ['admin_only', 'not_found', 'forbidden'],
});
