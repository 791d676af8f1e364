import { z } from 'zod';
import { author } from '../people/members.ts';
import { endpoint } from '../platform/endpoint.ts';
import { because, dated, id, idParams, listMeta, message, paging, text } from '../platform/fields.ts';
import * as limits from '../platform/limits.ts';

const invitation = z.object({
  id,
  /** Null once the inviter's account is closed. */
  inviter: author.nullable(),
  /** The inviter's note about the invited person. */
  note: z.string().nullable(),
  max_uses: z.number().int(),
  used: z.number().int(),
  /** Only `open` invitations can be used. */
  state: z.enum(['open', 'used', 'ended', 'revoked']),
  expires_at: dated,
  created_at: dated,
});
export type Invitation = z.infer<typeof invitation>;

const whole = (field: string, most: number) =>
  z
    .int(because('notNumberFromOne', { field }))
    .min(1, because('notNumberFromOne', { field }))
    .max(most, because('numberTooLarge', { field, most }));

const meta = listMeta.pick({ per_page: true, next_cursor: true });

/** Secret in the link of an invitation. A malformed token is treated like an unknown one. */
export const invitationToken = z
  .string(because('mustBeText', { field: 'invitation' }))
  .max(limits.invitationToken, because('invitationGone'));

export const listInvitations = endpoint('listInvitations', {
  method: 'GET',
  path: '/invitations',
  access: 'onboarded',
  summary: 'List the member’s invitations, newest first. Organisers can list all.',
  refuses: ['forbidden'],
  shape: {
    query: z.object({
      whose: z.enum(['own', 'all'], because('invitationsOfUnknown')).default('own'),
      per_page: paging.per_page,
      cursor: paging.cursor,
    }),
    answer: z.object({
      data: z.array(invitation),
      meta,
      /** What the member may create. Without `may_invite`, only organisers invite. */
      viewer: z.object({ may_invite: z.boolean(), most_uses: z.number().int(), most_days: z.number().int() }),
    }),
  },
});

export const createInvitation = endpoint('createInvitation', {
  method: 'POST',
  path: '/invitations',
  access: 'onboarded',
  takes: 'json',
  status: 201,
  summary: 'Create an invitation link with a number of uses and an end. The link is shown only once.',
  refuses: ['forbidden'],
  shape: {
    body: z.object({
      note: text({ label: 'note', max: limits.invitationNote }).optional(),
      max_uses: whole('max_uses', limits.invitationUses),
      days: whole('days', limits.invitationDays),
    }),
    answer: z.object({ data: invitation, link: z.string(), message: z.string() }),
  },
});

export const revokeInvitation = endpoint('revokeInvitation', {
  method: 'DELETE',
  path: '/invitations/{id}',
  access: 'onboarded',
  summary: 'Revoke an invitation: its inviter and organisers. Members who used it stay.',
  refuses: ['not_found'],
  shape: { params: idParams, answer: message },
});

export const listInvited = endpoint('listInvited', {
  method: 'GET',
  path: '/invitations/{id}/members',
  access: 'onboarded',
  summary: 'List the members who used an invitation, newest first: its inviter and organisers.',
  refuses: ['not_found'],
  shape: {
    params: idParams,
    query: z.object({ per_page: paging.per_page, cursor: paging.cursor }),
    answer: z.object({ data: z.array(author.extend({ joined_at: dated })), meta }),
  },
});

export const checkInvitation = endpoint('checkInvitation', {
  method: 'POST',
  path: '/invitations/check',
  access: 'open',
  takes: 'json',
  summary: 'Check whether an invitation is valid, and read the inviter’s name.',
  shape: {
    body: z.object({ token: invitationToken }),
    answer: z.object({
      data: z.object({
        is_open: z.boolean(),
        inviter_name: z.string().nullable(),
      }),
    }),
  },
});
