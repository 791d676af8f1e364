import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { because, dated, editedVersion, text, version } from '../platform/fields.ts';
import * as limits from '../platform/limits.ts';

/** Who may register: everyone, invited people, people whom organisers approve, or no one. */
export const joiningModes = ['open', 'invitation', 'approval', 'closed'] as const;
export type JoiningMode = (typeof joiningModes)[number];

const joining = z.object({
  mode: z.enum(joiningModes),
  /** Mode in force. Registration closes while too many people register, and needs an invitation if no organiser was active for seven days. */
  effective: z.enum(joiningModes),
  members_invite: z.boolean(),
  /** Refuses aliases of a suspended member's address, such as plus tags. */
  block_aliases: z.boolean(),
  question: z.string().nullable(),
  /** Number of registrations in an hour that closes registration for an hour. 0: never. */
  wave: z.number().int(),
  closed_until: dated.nullable(),
  version,
});
export type Joining = z.infer<typeof joining>;

export const readJoining = endpoint('readJoining', {
  method: 'GET',
  path: '/admin/joining',
  access: 'admin',
  scope: 'admin:read',
  summary: 'Read who can register and who can invite.',
  shape: { answer: z.object({ data: joining }) },
});

export const changeJoining = endpoint('changeJoining', {
  method: 'PUT',
  path: '/admin/joining',
  access: 'admin',
  takes: 'json',
  summary:
    'Change who can register and who can invite. Omitted fields keep their values. An outdated `version` is refused with the stored settings; without `version` the last write wins.',
  refuses: ['conflict'],
  shape: {
    body: z.object({
      mode: z.enum(joiningModes, because('joiningModeUnknown')).optional(),
      members_invite: z.boolean(because('settingNotYesOrNo', { field: 'members_invite' })).optional(),
      block_aliases: z.boolean(because('settingNotYesOrNo', { field: 'block_aliases' })).optional(),
      question: text({ label: 'question', max: limits.joiningQuestion, lines: true }).optional(),
      wave: z
        .int(because('notWholeNumber', { field: 'wave' }))
        .min(0, because('numberTooSmall', { field: 'wave', least: 0 }))
        .max(limits.joiningWave, because('numberTooLarge', { field: 'wave' }))
        .optional(),
      /** Reopens registration early. */
      reopen: z.boolean(because('settingNotYesOrNo', { field: 'reopen' })).optional(),
      version: editedVersion,
    }),
    answer: z.object({ data: joining, message: z.string() }),
  },
});
