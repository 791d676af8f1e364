import { z } from 'zod';
import { confirmed } from '../identity/auth.ts';
import { namedDevice } from '../identity/sessions.ts';
import { moderationLogEntry } from '../moderation/cases.ts';
import { author } from '../people/members.ts';
import { endpoint } from '../platform/endpoint.ts';
import { because, dated, id, idParams, listMeta, message, paging, roles, text } from '../platform/fields.ts';
import * as limits from '../platform/limits.ts';

export const accountStates = ['live', 'pending', 'waiting', 'suspended', 'closed'] as const;

const account = author.extend({
  email: z.string(),
  role: z.enum(roles),
  state: z.enum(accountStates),
  created_at: dated,
});
export type Account = z.infer<typeof account>;

const accountDetails = account.extend({
  photos_count: z.number().int(),
  storage_bytes: z.number(),
  /** Active plan. `is_granted`: given by an admin or the operator, so admins can revoke it. Null `ends_at`: no end. */
  plan: z.object({ name: z.string(), ends_at: dated.nullable(), is_granted: z.boolean() }).nullable(),
  sessions: z.array(z.object({ id, ...namedDevice, used_at: dated })).max(limits.sessions),
  history: z.array(moderationLogEntry).max(limits.perPage),
});
export type AccountDetails = z.infer<typeof accountDetails>;

const answer = z.object({ data: accountDetails, message: z.string() });

export const listAccounts = endpoint('listAccounts', {
  method: 'GET',
  path: '/admin/users',
  access: 'admin',
  scope: 'admin:read',
  summary: 'List all accounts, newest first, filtered by role, state or search.',
  shape: {
    query: z.object({
      search: text({ label: 'search', max: limits.search }).optional(),
      role: z.enum(roles, because('roleUnknown')).optional(),
      state: z.enum(accountStates, because('accountStateUnknown')).optional(),
      per_page: paging.per_page,
      cursor: paging.cursor,
    }),
    answer: z.object({ data: z.array(account), meta: listMeta.pick({ per_page: true, next_cursor: true }) }),
  },
});

export const readAccount = endpoint('readAccount', {
  method: 'GET',
  path: '/admin/users/{id}',
  access: 'admin',
  summary: 'Read an account with its devices and its moderation history.',
  refuses: ['not_found'],
  shape: { params: idParams, answer: z.object({ data: accountDetails }) },
});

export const changeRole = endpoint('changeRole', {
  method: 'PUT',
  path: '/admin/users/{id}/role',
  access: 'admin',
  takes: 'json',
  summary: 'Change a member’s role, effective from their next request. Admins cannot change their own.',
  refuses: ['not_found', 'forbidden', 'recent_sign_in_required', 'overloaded'],
  shape: { params: idParams, body: z.object({ role: z.enum(roles, because('roleUnknown')), ...confirmed }), answer },
});

export const signOutMember = endpoint('signOutMember', {
  method: 'DELETE',
  path: '/admin/users/{id}/sessions',
  access: 'admin',
  summary: 'End all sessions and API tokens of a member.',
  refuses: ['not_found'],
  shape: { params: idParams, answer },
});

export const grantMemberPlan = endpoint('grantMemberPlan', {
  method: 'PUT',
  path: '/admin/users/{id}/plan',
  access: 'admin',
  takes: 'json',
  summary: 'Give a member a plan, with or without an end.',
  refuses: ['not_found'],
  shape: {
    params: idParams,
    body: z.object({
      name: text({ label: 'name', max: limits.planName, min: 1 }),
      /** End of the plan. Omitted or null: no end. */
      ends_at: z.iso.datetime(because('timeInvalid')).nullish(),
    }),
    answer,
  },
});

export const revokeMemberPlan = endpoint('revokeMemberPlan', {
  method: 'DELETE',
  path: '/admin/users/{id}/plan',
  access: 'admin',
  summary: 'Revoke a granted plan. Does not end a subscription.',
  refuses: ['not_found'],
  shape: { params: idParams, answer },
});

export const sendMemberExport = endpoint('sendMemberExport', {
  method: 'POST',
  path: '/admin/users/{id}/export',
  access: 'admin',
  summary: 'Email a member the link to download their data, at their request. Only the member can download it.',
  refuses: ['not_found', 'conflict'],
  shape: { params: idParams, answer },
});

export const closeMemberAccount = endpoint('closeMemberAccount', {
  method: 'POST',
  path: '/admin/users/{id}/close',
  access: 'admin',
  summary: 'Close an account at the member’s request. Refused for admins. Signing in within 14 days restores the account.',
  refuses: ['not_found', 'forbidden'],
  shape: { params: idParams, answer: message },
});
