import type { Statements } from '../../db/database.ts';
import { hidesAnybody } from '../../visibility/members.ts';

/** How a viewer stands to a page of posts. */
export interface Relation {
  /** Somebody is hidden from the viewer. */
  hides: boolean;
  /** The ids of the posts that they like. */
  liked: string[];
}

export interface RelationsAsked {
  /** The snapshot of what is known; '' where nothing is. */
  snapshot: string;
  viewerIds: readonly string[];
  /** For each viewer which of the pages they read, counted from 1. */
  pageOf: readonly number[];
  /** For each viewer, whether it is known how they stand to their page. */
  areKnown: readonly boolean[];
  /** The ids of the posts of each page. */
  pages: readonly (readonly string[])[];
}

/**
 * How viewers stand to the pages that they read, for all who ask in one turn of the event loop. Nothing is read that is known already: as long
 * as no transaction ends, no answer changes. `n` counts the viewers from 1.
 */
export const readRelations = async (
  db: Statements,
  { snapshot, viewerIds, pageOf, areKnown, pages }: RelationsAsked,
): Promise<{ snapshot: string; relations: (Relation & { n: number })[] | null }> =>
  (await db.row<{ snapshot: string; relations: (Relation & { n: number })[] | null }>(
    `select pg_current_snapshot()::text as snapshot,
            (select json_agg(json_build_object('n', v.n, 'hides', ${hidesAnybody('v.id')}, 'liked', coalesce((
                      select json_agg(l.post_id) from forum_post_likes l
                       where l.member_id = v.id and l.post_id = any (string_to_array(($5::text[])[v.page], ',')::uuid[])), '[]')))
               from unnest($2::uuid[], $3::int[], $4::boolean[]) with ordinality as v(id, page, is_known, n)
              where pg_current_snapshot()::text <> $1 or not v.is_known) as relations`,
    [snapshot, viewerIds, pageOf, areKnown, pages.map((ids) => ids.join())],
  ))!;
