import { z } from 'zod';
import { namedDevice } from '../identity/sessions.ts';
import { endpoint } from '../platform/endpoint.ts';
import { because, dated, id, idParams, message } from '../platform/fields.ts';
import * as limits from '../platform/limits.ts';

export const pushDevice = z.object({
  id,
  ...namedDevice,
  /** True: push messages show names and content. False: they only announce news. */
  shows_content: z.boolean(),
  created_at: dated,
  /** True for the device that sends the request. */
  is_current: z.boolean(),
});
export type PushDevice = z.infer<typeof pushDevice>;

/** Exactly `count` bytes in base64url. */
const bytes = (count: number) => {
  const error = because('pushKeysWrong');
  return z.string(error).regex(new RegExp(`^[\\w-]{${Math.ceil((count * 4) / 3)}}={0,2}$`), error);
};

/** `PushSubscription.toJSON()` of the browser. Unknown fields are dropped. */
const subscription = z.object({
  endpoint: z.url(because('pushEndpointWrong')).max(limits.pushEndpoint, because('pushEndpointWrong')),
  keys: z.object({ p256dh: bytes(65), auth: bytes(16) }, because('pushKeysWrong')),
  shows_content: z.boolean(because('settingNotYesOrNo', { field: 'content' })).default(false),
});

export const listPushSubscriptions = endpoint('listPushSubscriptions', {
  method: 'GET',
  path: '/me/push-subscriptions',
  access: 'onboarded',
  summary: 'List the member’s devices with push messages, and the server’s public key.',
  shape: {
    answer: z.object({ data: z.array(pushDevice).max(limits.sessions), public_key: z.string() }),
  },
});

export const addPushSubscription = endpoint('addPushSubscription', {
  method: 'POST',
  path: '/me/push-subscriptions',
  access: 'onboarded',
  takes: 'json',
  status: 201,
  summary: 'Subscribe this device to push messages until it signs out. Replaces its earlier subscription.',
  shape: { body: subscription, answer: z.object({ data: pushDevice }) },
});

export const removePushSubscription = endpoint('removePushSubscription', {
  method: 'DELETE',
  path: '/me/push-subscriptions/{id}',
  access: 'onboarded',
  summary: 'Unsubscribe one of the member’s devices.',
  refuses: ['not_found'],
  shape: { params: idParams, answer: message },
});
