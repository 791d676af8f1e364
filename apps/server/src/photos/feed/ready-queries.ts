import type { Statements } from '../../platform/db/database.ts';
import { authorState } from '../../platform/members/views.ts';
import { hiddenFrom, hidesAnybody } from '../../platform/visibility/members.ts';
import { photoThere } from '../../platform/visibility/photos.ts';

/** What of a post is kept, but for its members: every write raises its version. */
const postState = (p: string, c: string): string => `concat_ws(' ', ${p}.version, ${c}.name)`;

/** Ids, and the state in which each is known; '' where it is not. */
export interface KnownStates {
  ids: readonly string[];
  states: readonly string[];
}

/** What is in another state than was known: which, counted from 1, and its state now, null where it is gone. */
type Changed = { n: number; state: string | null }[];

export interface Changes {
  /** The snapshot at which the database answered. */
  snapshot: string;
  posts: Changed | null;
  members: Changed | null;
  /** Which viewers hide somebody or are hidden from somebody, counted from 1. */
  hiding: number[] | null;
  /** Which pairs, counted from 1, are posts that their viewer likes, and saved. */
  liked: number[] | null;
  saved: number[] | null;
}

export interface AskedChanges {
  posts: KnownStates;
  members: KnownStates;
  viewerIds: readonly string[];
  /** Who asks for which of these posts, both counted from 1. */
  pairs: { ids: readonly string[]; viewers: readonly number[]; posts: readonly number[] };
}

/** What has changed of posts and of members named in them, and what viewers made of the posts: for all who ask in one turn of the event loop. */
export const findChanges = async (db: Statements, { posts, members, viewerIds, pairs }: AskedChanges): Promise<Changes> =>
  (await db.row<Changes>(
    `with posts as materialized (
            select asked.n, case when p.id is not null then ${postState('p', 'c')} end as state, asked.state as before
              from unnest($1::uuid[], $2::text[]) with ordinality as asked(id, state, n)
              left join (photos p left join categories c on c.id = p.category_id) on p.id = asked.id and ${photoThere('p')}),
          members as materialized (
            select asked.n, case when m.id is not null then ${authorState('m')} end as state, asked.state as before
              from unnest($3::uuid[], $4::text[]) with ordinality as asked(id, state, n) left join members m on m.id = asked.id),
          pairs as materialized (
            select n, ($5::uuid[])[viewer] as viewer_id, ($8::uuid[])[post] as photo_id
              from unnest($6::int[], $7::int[]) with ordinality as asked(viewer, post, n))
     select pg_current_snapshot()::text as snapshot,
            (select json_agg(json_build_object('n', n, 'state', state)) from posts where state is distinct from before) as posts,
            (select json_agg(json_build_object('n', n, 'state', state)) from members where state is distinct from before) as members,
            (select json_agg(v.n) from unnest($5::uuid[]) with ordinality as v(id, n) where ${hidesAnybody('v.id')}) as hiding,
            (select json_agg(n) from pairs join likes l on l.photo_id = pairs.photo_id and l.member_id = pairs.viewer_id) as liked,
            (select json_agg(n) from pairs join saved_posts s on s.photo_id = pairs.photo_id and s.member_id = pairs.viewer_id) as saved`,
    [posts.ids, posts.states, members.ids, members.states, viewerIds, pairs.viewers, pairs.posts, pairs.ids],
  ))!;

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
