import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { because, dated, editedVersion, text, version } from '../platform/fields.ts';
import * as limits from '../platform/limits.ts';

/** Who may open an account: anybody, whoever has an invitation, whoever organisers approve, or nobody. */
export const joiningModes = ['open', 'invitation', 'approval', 'closed'] as const;
export type JoiningMode = (typeof joiningModes)[number];

const joining = z.object({
  /** As admins set it. */
  mode: z.enum(joiningModes),
  /** What holds at this moment: closed while too many register, by invitation while no organiser was here for seven days. */
  effective: z.enum(joiningModes),
  /** Members may invite, and not organisers alone. */
  members_invite: z.boolean(),
  /** Other addresses of a suspended member's mailbox, such as with a plus tag, cannot register. */
  block_aliases: z.boolean(),
  /** What those are asked who ask to join; null: nothing. */
  question: z.string().nullable(),
  /** So many registrations in an hour close it for an hour; 0: none do. */
  wave: z.number().int(),
  /** Until when they have; null: they have not. */
  closed_until: dated.nullable(),
  version,
});
export type Joining = z.infer<typeof joining>;

export const readJoining = endpoint('readJoining', {
  method: 'GET',
  path: '/admin/joining',
  access: 'admin',
  summary: 'Who may join, and who may invite: admins.',
  shape: { answer: z.object({ data: joining }) },
});

export const changeJoining = endpoint('changeJoining', {
  method: 'PUT',
  path: '/admin/joining',
  access: 'admin',
  takes: 'json',
  summary:
    'Change who may join, and who may invite: admins. What is left out stays as it is. An edit of an older `version` is refused with what is stored now; without `version` the last write wins.',
  refuses: ['conflict'],
  shape: {
    body: z.object({
      mode: z.enum(joiningModes, because('joiningModeUnknown')).optional(),
      members_invite: z.boolean(because('settingNotYesOrNo', { field: 'members_invite' })).optional(),
      block_aliases: z.boolean(because('settingNotYesOrNo', { field: 'block_aliases' })).optional(),
      /** Empty: nothing is asked. */
      question: text({ label: 'question', max: limits.joiningQuestion, lines: true }).optional(),
      wave: z
        .int(because('notWholeNumber', { field: 'wave' }))
        .min(0, because('numberTooSmall', { field: 'wave', least: 0 }))
        .max(limits.joiningWave, because('numberTooLarge', { field: 'wave' }))
        .optional(),
      /** Ends the hour for which too many registrations have closed it. */
      reopen: z.boolean(because('settingNotYesOrNo', { field: 'reopen' })).optional(),
      version: editedVersion,
    }),
    answer: z.object({ data: joining, message: z.string() }),
  },
});
