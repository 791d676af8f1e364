import type { adminMemberShapes } from '@mbari/contract/shapes/admin-members';
import { canonicalEmail } from '@mbari/contract/shapes/auth';
import type { z } from 'zod';
import type { Context } from '../platform/context.ts';
import { idAfter, literalLimit } from '../platform/http/lists.ts';
import type { Viewer } from '../platform/http/viewer.ts';
import { type AccountsAsked, listFoundAccounts, listNewestAccounts } from './member-queries.ts';
import { viewAccount } from './member-views.ts';

type Shape = typeof adminMemberShapes.listAccounts;

export async function listAccounts(
  context: Context,
  viewer: Viewer,
  { search = '', role, state, per_page, cursor }: z.output<Shape['query']>,
): Promise<z.input<Shape['answer']>> {
  const asked: AccountsAsked = { role: role ?? 'all', state: state ?? 'all', before: idAfter(cursor), limit: literalLimit(per_page + 1) };
  const named = search.replace(/^@/, '');
  const word = named.includes('@') ? canonicalEmail(named) : named;
  if (word !== '') await context.limits.spend('user search by member', viewer.id);
  const rows = await (word === '' ? listNewestAccounts(context.db, asked) : listFoundAccounts(context.db, asked, word));
  const shown = rows.slice(0, per_page);
  return {
    data: shown.map(viewAccount),
    meta: { per_page, next_cursor: rows.length > per_page ? (shown.at(-1)?.author_id ?? null) : null },
  };
}
