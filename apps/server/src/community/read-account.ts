import type { AccountDetails } from '@mbari/contract/shapes/admin-members';
import { listDevices } from '../identity/sign-in/list-devices.ts';
import { listHistory } from '../moderation/cases/list-log.ts';
import type { Context } from '../platform/context.ts';
import type { Viewer } from '../platform/http/viewer.ts';
import { isId } from '../platform/ids.ts';
import { notFound } from '../platform/refusal.ts';
import { findAccount } from './member-queries.ts';
import { viewAccount } from './member-views.ts';

export async function readAccount({ db }: Context, viewer: Viewer, memberId: string): Promise<AccountDetails> {
  const row = isId(memberId) ? await findAccount(db, memberId) : undefined;
  if (!row) throw notFound('profileNotFound');
  const [sessions, history] = await Promise.all([listDevices(db, memberId), listHistory(db, viewer.id, memberId)]);
  const { photos_count, storage_bytes, plan_name, plan_ends_at, is_granted } = row;
  return {
    ...viewAccount(row),
    photos_count,
    storage_bytes,
    plan: plan_name === null ? null : { name: plan_name, ends_at: plan_ends_at?.toISOString() ?? null, is_granted },
    sessions,
    history,
  };
}
