import { pagesAsked, type ReadStates } from '../../platform/db/page-cache.ts';
import { hiddenFromAll, mutesAnyTopic, unreadCounted } from '../../platform/visibility/forum.ts';
import { hidesAnybody } from '../../platform/visibility/members.ts';

export interface TopicsState {
  /** Some member is hidden from the viewer, who therefore gets a separate page. */
  hides: boolean;
  mutes: boolean;
  /** Topics of the page that the viewer read, follows, muted or posted in. */
  own: ({ id: string } & ViewerTopicFields)[];
}

export interface ViewerTopicFields {
  unread_posts_count: number;
  is_following: boolean;
  is_muted: boolean;
}

/** Skips viewers whose state is cached for the current snapshot. */
export const readTopicStates: ReadStates<TopicsState> = async (db, { snapshot, viewerIds, pageOf, areKnown, ids, pageOfId }) =>
  (await db.row<{ snapshot: string; states: (TopicsState & { n: number })[] | null }>(
    `with pages as materialized (${pagesAsked})
     select pg_current_snapshot()::text as snapshot,
            (select json_agg(json_build_object('n', v.n, 'hides', ${hidesAnybody('v.id')}, 'mutes', ${mutesAnyTopic('v.id')}, 'own', coalesce((
                      select json_agg(json_build_object('id', t.id, 'unread_posts_count', ${unreadCounted('v.id', 't', 'coalesce(ft.read_number, 0)', hiddenFromAll)},
                                                        'is_following', coalesce(ft.is_following, false), 'is_muted', coalesce(ft.is_muted, false)))
                        from unnest(p.ids) as t(id)
                        left join forum_tracks ft on ft.topic_id = t.id and ft.member_id = v.id
                       where ft.topic_id is not null
                          or (select true from forum_posts op where op.topic_id = t.id and op.author_id = v.id and op.is_there limit 1)), '[]')))
               from unnest($2::uuid[], $3::int[], $4::boolean[]) with ordinality as v(id, page, is_known, n) left join pages p on p.page = v.page
              where pg_current_snapshot()::text <> $1 or not v.is_known) as states`,
    [snapshot, viewerIds, pageOf, areKnown, ids, pageOfId],
  ))!;
