import { z } from 'zod';
import * as limits from '../limits.ts';
import { because } from './because.ts';
import { dated, id, idParams, message } from './fields.ts';
import { namedDevice } from './sessions.ts';

export const pushDevice = z.object({
  id,
  ...namedDevice,
  /** Who did what is shown on its screen; else only that something happened. */
  shows_content: z.boolean(),
  created_at: dated,
  /** It is the one that asks. */
  is_current: z.boolean(),
});
export type PushDevice = z.infer<typeof pushDevice>;

/** As many bytes in base64url, which a browser's own answer is written in. */
const bytes = (count: number) => {
  const error = because('pushKeysWrong');
  return z.string(error).regex(new RegExp(`^[\\w-]{${Math.ceil((count * 4) / 3)}}={0,2}$`), error);
};

/** What `PushSubscription.toJSON()` says in the browser; what else is in it is passed over. */
const subscription = z.object({
  endpoint: z.url(because('pushEndpointWrong')).max(limits.pushEndpoint, because('pushEndpointWrong')),
  keys: z.object({ p256dh: bytes(65), auth: bytes(16) }, because('pushKeysWrong')),
  shows_content: z.boolean(because('settingNotYesOrNo', { field: 'content' })).default(false),
});

export const pushShapes = {
  listPushSubscriptions: {
    answer: z.object({ data: z.array(pushDevice).max(limits.sessions), public_key: z.string() }),
  },
  addPushSubscription: { body: subscription, answer: z.object({ data: pushDevice }) },
  removePushSubscription: { params: idParams, answer: message },
};
