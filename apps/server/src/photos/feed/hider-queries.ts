import type { Statements } from '../../platform/db/database.ts';
import { hiddenFrom } from '../../platform/visibility/members.ts';

export interface TouchedAsked {
  viewerIds: readonly string[];
  /** Posts, and who asks for each, counted from 1. */
  posts: { viewers: readonly number[]; ids: readonly string[] };
  /** The members named in each of them, by its number. */
  named: { posts: readonly number[]; ids: readonly string[] };
}

/**
 * In which of the posts, counted from 1, somebody left something who is hidden from its viewer: a like, a comment, a name. For all who ask in one turn
 * of the event loop; of each viewer it is read once whom they hide.
 */
export async function listTouched(db: Statements, { viewerIds, posts, named }: TouchedAsked): Promise<number[]> {
  const rows = await db.rows<{ n: number }>(
    `with viewers as materialized (select n, array${hiddenFrom('v.id')} as hidden from unnest($1::uuid[]) with ordinality as v(id, n)),
          posts as materialized (
            select asked.n, asked.photo_id, asked.viewer from unnest($2::int[], $3::uuid[]) with ordinality as asked(viewer, photo_id, n))
     select posts.n::int as n from posts join viewers v on v.n = posts.viewer
      where (select true from likes l where l.photo_id = posts.photo_id and l.member_id = any (v.hidden) limit 1) is true
         or (select true from comments c where c.photo_id = posts.photo_id and c.deleted_at is null and c.member_id = any (v.hidden) limit 1) is true
     union
     select posts.n::int from unnest($4::int[], $5::uuid[]) as named(post, member_id)
       join posts on posts.n = named.post join viewers v on v.n = posts.viewer
      where named.member_id = any (v.hidden)`,
    [viewerIds, posts.viewers, posts.ids, named.posts, named.ids],
  );
  return rows.map(({ n }) => n);
}
