import {
  addPushSubscription as add,
  listPushSubscriptions as list,
  removePushSubscription as remove,
} from '@mbari/contract/notifications/push';
import { vapidKeys } from '../../platform/adapters/push-sender.ts';
import { route } from '../../platform/http/route.ts';
import { isId } from '../../platform/ids.ts';
import { answers } from '../../platform/languages.ts';
import { notFound } from '../../platform/refusal.ts';
import { deleteSubscription, listSubscriptions } from './queries.ts';
import { addSubscription, viewSubscription } from './subscriptions.ts';

export const pushRoutes = [
  route(list, async ({ context: { db, secrets }, member }) => ({
    data: (await listSubscriptions(db, member.id)).map((row) => viewSubscription(row, member)),
    public_key: vapidKeys(secrets).publicKey,
  })),
  route(add, async ({ context, member, body }) => ({ data: await addSubscription(context, member, body) })),
  route(remove, async ({ context: { db }, member, params }) => {
    if (!isId(params.id) || (await deleteSubscription(db, member.id, params.id)) === 0) throw notFound('pushDeviceNotFound');
    return { message: answers.pushDeviceRemoved };
  }),
];
