import type { MemberCard } from '@mbari/contract/people/directory';
import { listNewestOfMembers } from '../photos/posts/present-photos.ts';
import type { Context } from '../platform/context.ts';
import type { Viewer } from '../platform/http/viewer.ts';
import { isId } from '../platform/ids.ts';
import { authorColumns, type AuthorRow, viewAuthor } from '../platform/member-views.ts';
import { notFound } from '../platform/refusal.ts';
import { followersCounted, mayFollow } from '../platform/visibility/profiles.ts';
import * as queries from './block-queries.ts';
import type { Relation } from './block-queries.ts';

export interface MemberCardRow extends AuthorRow {
  followers_count: number;
  is_following: boolean;
  may_follow: boolean;
}

/** Columns of a member in a list. Present them with `presentMemberCards`. */
export const memberCardColumns = (viewer: string, m: string): string =>
  `${authorColumns(m)}, ${followersCounted(viewer, m)} as followers_count, ${mayFollow(viewer, m)} as may_follow,
   exists (select from follows f where f.follower_id = ${viewer} and f.followed_id = ${m}.id) as is_following`;

/** Adds the photos of all members with one query. */
export async function presentMemberCards(context: Context, viewer: Viewer, rows: readonly MemberCardRow[]): Promise<MemberCard[]> {
  const photos = await listNewestOfMembers(
    context,
    viewer,
    rows.map((row) => row.author_id),
  );
  return rows.map((row) => ({ ...viewMember(row), photos: photos.get(row.author_id) ?? [] }));
}

export const viewMember = (row: MemberCardRow): Omit<MemberCard, 'photos'> => ({
  ...viewAuthor(row),
  followers_count: row.followers_count,
  is_following: row.is_following,
  viewer: { may_follow: row.may_follow },
});

export type { Relation };

/** Returns how the viewer relates to these members, in the order of the ids. Hidden and missing members are left out. */
export async function listRelations({ db }: Context, viewer: Viewer, ids: readonly string[]): Promise<Relation[]> {
  const relations = new Map((await queries.listRelations(db, viewer.id, ids.filter(isId))).map((relation) => [relation.id, relation]));
  return ids.flatMap((id) => relations.get(id) ?? []);
}

/** Returns the username of a member whose profile the viewer may open. Throws `not_found`. */
export async function requireUsername({ db }: Context, viewer: Viewer, id: string): Promise<string> {
  const member = isId(id) ? await queries.findUsername(db, viewer.id, id) : undefined;
  if (!member) throw notFound('profileNotFound');
  return member.username;
}
