import { pagesAsked, type ReadRelations } from '../../platform/db/read-relations.ts';
import { hidesAnybody } from '../../platform/visibility/members.ts';

/** How a viewer stands to a page of posts. */
export interface PostsRelation {
  /** Somebody is hidden from the viewer. */
  hides: boolean;
  /** The ids of the posts that they like. */
  liked: string[];
}

/** How viewers stand to the pages of posts that they read. Nothing is read that is known already: as long as no transaction ends, no answer changes. */
export const readPostRelations: ReadRelations<PostsRelation> = async (db, { snapshot, viewerIds, pageOf, areKnown, ids, pageOfId }) =>
  (await db.row<{ snapshot: string; relations: (PostsRelation & { n: number })[] | null }>(
    `with pages as materialized (${pagesAsked})
     select pg_current_snapshot()::text as snapshot,
            (select json_agg(json_build_object('n', v.n, 'hides', ${hidesAnybody('v.id')}, 'liked', coalesce((
                      select json_agg(l.post_id) from forum_post_likes l
                       where l.member_id = v.id and l.post_id = any (p.ids)), '[]')))
               from unnest($2::uuid[], $3::int[], $4::boolean[]) with ordinality as v(id, page, is_known, n) left join pages p on p.page = v.page
              where pg_current_snapshot()::text <> $1 or not v.is_known) as relations`,
    [snapshot, viewerIds, pageOf, areKnown, ids, pageOfId],
  ))!;
