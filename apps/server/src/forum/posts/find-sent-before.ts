import type { Context } from '../../platform/context.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { Refusal } from '../../platform/refusal.ts';
import { requireSameRequest, type SendKey } from '../../platform/send-key.ts';
import { findByKey } from './queries.ts';

export async function findTopicSentBefore({ db }: Context, viewer: Viewer, key: SendKey | null): Promise<string | undefined> {
  if (key === null) return undefined;
  const before = await findByKey(db, viewer.id, key.value);
  if (before) requireSameRequest(key, before.reply_digest);
  if (before && before.number !== 1) throw new Refusal('idempotency_key_reused', 'keyReused');
  return before?.topic_id;
}
