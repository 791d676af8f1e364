import { pagesAsked, type ReadStates } from '../../platform/db/page-cache.ts';
import { hidesAnybody } from '../../platform/visibility/members.ts';

export interface PostsState {
  /** Some member is hidden from the viewer, who therefore gets a separate page. */
  hides: boolean;
  liked: string[];
}

/** Skips viewers whose state is cached for the current snapshot. */
export const readPostStates: ReadStates<PostsState> = async (db, { snapshot, viewerIds, pageOf, areKnown, ids, pageOfId }) =>
  (await db.row<{ snapshot: string; states: (PostsState & { n: number })[] | null }>(
    `with pages as materialized (${pagesAsked})
     select pg_current_snapshot()::text as snapshot,
            (select json_agg(json_build_object('n', v.n, 'hides', ${hidesAnybody('v.id')}, 'liked', coalesce((
                      select json_agg(l.post_id) from forum_post_likes l
                       where l.member_id = v.id and l.post_id = any (p.ids)), '[]')))
               from unnest($2::uuid[], $3::int[], $4::boolean[]) with ordinality as v(id, page, is_known, n) left join pages p on p.page = v.page
              where pg_current_snapshot()::text <> $1 or not v.is_known) as states`,
    [snapshot, viewerIds, pageOf, areKnown, ids, pageOfId],
  ))!;
