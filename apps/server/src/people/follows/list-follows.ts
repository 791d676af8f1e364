import type { MemberCard } from '@mbari/contract/people/directory';
import type { ListMeta } from '@mbari/contract/platform/fields';
import type { Context } from '../../platform/context.ts';
import { literalLimit, pageOf, type Paging, positionInTime, sliceOf } from '../../platform/http/lists.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { isId } from '../../platform/ids.ts';
import { notFound, Refusal } from '../../platform/refusal.ts';
import { presentMemberCards } from '../member-cards.ts';
import { findOwner, listFollowerRows, listFollowingRows } from './queries.ts';

/** Lists followers or followed members, newest first. Only the owner sees the lists of a private profile. */
export async function listFollows(
  context: Context,
  viewer: Viewer,
  { ownerId, kind }: { ownerId: string; kind: 'followers' | 'following' },
  paging: Paging,
): Promise<{ data: MemberCard[]; meta: ListMeta }> {
  const { cursor, offset, take } = sliceOf(paging);
  const after = positionInTime(cursor);
  const { db } = context;
  const owner = isId(ownerId) ? await findOwner(db, viewer.id, ownerId) : undefined;
  if (!owner) throw notFound();
  if (!owner.is_open) throw new Refusal('profile_private', 'profileIsPrivate');
  const [total, list] = kind === 'followers' ? [owner.followers_total, listFollowerRows] : [owner.following_total, listFollowingRows];
  const rows = offset >= total ? [] : await list(db, viewer.id, ownerId, { after, offset, limit: literalLimit(take) });
  const { shown, meta } = pageOf(rows, paging, total, (row) => row.cursor);
  return { data: await presentMemberCards(context, viewer, shown), meta };
}
