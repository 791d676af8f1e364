import { callsOf } from './endpoint.ts';
import type { pushShapes } from './shapes/push.ts';

const call = callsOf<typeof pushShapes>();

export const listPushSubscriptions = call('listPushSubscriptions', {
  method: 'GET',
  path: '/me/push-subscriptions',
  access: 'onboarded',
  summary: 'The devices that one’s own notifications are pushed to, and the key that a browser subscribes with.',
});
export const addPushSubscription = call('addPushSubscription', {
  method: 'POST',
  path: '/me/push-subscriptions',
  access: 'onboarded',
  takes: 'json',
  status: 201,
  summary: 'Push one’s notifications to this device, until it signs out. Sent again, it takes the place of the one before.',
});
export const removePushSubscription = call('removePushSubscription', {
  method: 'DELETE',
  path: '/me/push-subscriptions/{id}',
  access: 'onboarded',
  summary: 'Push nothing more to one of one’s devices.',
  refuses: ['not_found'],
});
