import { z } from 'zod';
import { joiningModes } from '../joining-modes.ts';
import { because } from './because.ts';

const joining = z.object({
  mode: z.enum(joiningModes),
  /** Members may invite, and not organisers alone. */
  members_invite: z.boolean(),
});
export type Joining = z.infer<typeof joining>;

export const joiningShapes = {
  readJoining: { answer: z.object({ data: joining }) },
  changeJoining: {
    body: z.object({
      mode: z.enum(['open', 'invitation', 'closed'], because('joiningModeUnknown')).optional(),
      members_invite: z.boolean(because('settingNotYesOrNo', { field: 'members_invite' })).optional(),
    }),
    answer: z.object({ data: joining, message: z.string() }),
  },
};
