import type * as calls from '@mbari/contract/community/admin-members';
import type { Account, AccountDetails } from '@mbari/contract/community/admin-members';
import { canonicalEmail } from '@mbari/contract/identity/auth';
import type { z } from 'zod';
import { listDevices } from '../identity/sign-in/sessions.ts';
import { listHistory } from '../moderation/cases/list-log.ts';
import type { Context } from '../platform/context.ts';
import { idAfter, literalLimit } from '../platform/http/lists.ts';
import type { Viewer } from '../platform/http/viewer.ts';
import { isId } from '../platform/ids.ts';
import { viewAuthor } from '../platform/member-views.ts';
import { notFound } from '../platform/refusal.ts';
import { type AccountFilter, searchAccounts, listNewestAccounts, findAccount, type AccountRow } from './member-queries.ts';

type Shape = typeof calls.listAccounts.shape;

export async function listAccounts(
  context: Context,
  viewer: Viewer,
  { search = '', role, state, per_page, cursor }: z.output<Shape['query']>,
): Promise<z.input<Shape['answer']>> {
  const filter: AccountFilter = { role: role ?? 'all', state: state ?? 'all', before: idAfter(cursor), limit: literalLimit(per_page + 1) };
  const searchText = search.replace(/^@/, '');
  const word = searchText.includes('@') ? canonicalEmail(searchText) : searchText;
  if (word !== '') await context.limits.spend('user search by member', viewer.id);
  const rows = await (word === '' ? listNewestAccounts(context.db, filter) : searchAccounts(context.db, filter, word));
  const page = rows.slice(0, per_page);
  return {
    data: page.map(viewAccount),
    meta: { per_page, next_cursor: rows.length > per_page ? (page.at(-1)?.author_id ?? null) : null },
  };
}

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

const viewAccount = (row: AccountRow): Account => ({
  ...viewAuthor(row),
  email: row.email,
  role: row.role,
  state: row.state,
  created_at: row.created_at.toISOString(),
});
