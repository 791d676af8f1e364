import { z } from 'zod';
import * as limits from '../limits.ts';
import { roles } from '../roles.ts';
import { confirmed } from './auth.ts';
import { because } from './because.ts';
import { dated, id, idParams, listMeta, message, paging, text } from './fields.ts';
import { author } from './members.ts';
import { moderationLogEntry } from './moderation.ts';
import { namedDevice } from './sessions.ts';

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
  /** In force; `is_granted`: it was given here, and can be taken back. No end: until further notice. */
  plan: z.object({ name: z.string(), ends_at: dated.nullable(), is_granted: z.boolean() }).nullable(),
  sessions: z.array(z.object({ id, ...namedDevice, used_at: dated })).max(limits.sessions),
  /** What organisers did about the member, the newest first. */
  history: z.array(moderationLogEntry).max(limits.perPage),
});
export type AccountDetails = z.infer<typeof accountDetails>;

const answer = z.object({ data: accountDetails, message: z.string() });

export const adminMemberShapes = {
  listAccounts: {
    query: z.object({
      search: text({ label: 'search', max: limits.search }).optional(),
      role: z.enum(roles, because('roleUnknown')).optional(),
      state: z.enum(accountStates, because('accountStateUnknown')).optional(),
      per_page: paging.per_page,
      cursor: paging.cursor,
    }),
    /** Not counted. */
    answer: z.object({ data: z.array(account), meta: listMeta.pick({ per_page: true, next_cursor: true }) }),
  },
  readAccount: { params: idParams, answer: z.object({ data: accountDetails }) },
  changeRole: { params: idParams, body: z.object({ role: z.enum(roles, because('roleUnknown')), ...confirmed }), answer },
  signOutMember: { params: idParams, answer },
  grantMemberPlan: {
    params: idParams,
    body: z.object({
      name: text({ label: 'name', max: limits.planName, min: 1 }),
      /** Left out or null: until further notice. */
      ends_at: z.iso.datetime(because('timeInvalid')).nullish(),
    }),
    answer,
  },
  revokeMemberPlan: { params: idParams, answer },
  sendMemberExport: { params: idParams, answer },
  closeMemberAccount: { params: idParams, answer: message },
};
