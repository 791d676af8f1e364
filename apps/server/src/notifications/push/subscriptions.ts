import { createHash } from 'node:crypto';
import type { PushDevice } from '@mbari/contract/notifications/push';
import { isPublicUrl } from '../../platform/adapters/post-to-public.ts';
import { arePushKeys } from '../../platform/adapters/push-sender.ts';
import type { Context } from '../../platform/context.ts';
import type { Statements } from '../../platform/db/database.ts';
import { viewDevice } from '../../platform/http/device.ts';
import { unauthenticated, type Viewer } from '../../platform/http/viewer.ts';
import { newId } from '../../platform/ids.ts';
import { invalid } from '../../platform/refusal.ts';
import {
  deleteOtherSubscriptions,
  deleteSubscriptions,
  findSessionSubscription,
  type ListedSubscription,
  lockSession,
  upsertSubscription,
} from './queries.ts';

interface SubscriptionInput {
  endpoint: string;
  keys: { p256dh: string; auth: string };
  shows_content: boolean;
}

/** Subscribes the browser of this session. Takes over a browser that belonged to another member. */
export async function addSubscription(
  context: Context,
  member: Viewer,
  { endpoint, keys, shows_content }: SubscriptionInput,
): Promise<PushDevice> {
  const { db, config, limits } = context;
  await limits.spend('settings by member', member.id);
  if (!isPublicUrl(config, endpoint)) throw invalid({ endpoint: ['pushEndpointWrong'] });
  if (!arePushKeys(keys)) throw invalid({ keys: ['pushKeysWrong'] });
  const endpointHash = createHash('sha256').update(endpoint).digest();
  return db.transaction(async (tx) => {
    // The session ended in the meantime.
    if (!(await lockSession(tx, member.id, member.session_id))) throw unauthenticated();
    await deleteOtherSubscriptions(tx, member.session_id, endpointHash);
    await upsertSubscription(tx, {
      id: newId(),
      memberId: member.id,
      sessionId: member.session_id,
      endpoint,
      endpointHash,
      ...keys,
      shows_content,
    });
    return viewSubscription((await findSessionSubscription(tx, member.session_id))!, member);
  });
}

/** Deletes all subscriptions after a change of the signing key: browsers accept messages only from their subscription's key. */
export const deleteEverySubscription = (tx: Statements): Promise<number> => deleteSubscriptions(tx);

/** Excludes endpoint and keys, which would allow a device takeover. */
export const viewSubscription = (
  { id, session_id, shows_content, created_at, ...device }: ListedSubscription,
  viewer: { session_id: string },
): PushDevice => ({
  id,
  ...viewDevice(device),
  shows_content,
  created_at: created_at.toISOString(),
  is_current: session_id === viewer.session_id,
});
