import type { Statements } from '../../platform/db/database.ts';
import { authorState } from '../../platform/member-views.ts';
import { hiddenFrom, hidesAnybody } from '../../platform/visibility/members.ts';
import { photoThere } from '../../platform/visibility/photos.ts';

/** SQL: version of a post's JSON, without the members it names. Every write to the post raises `version`. */
const postState = (p: string, c: string): string => `concat_ws(' ', ${p}.version, ${c}.name)`;

/** Ids and their cached versions; '' if not cached. */
interface CachedVersions {
  ids: readonly string[];
  states: readonly string[];
}

/** Changed entries, numbered from 1, with the current version; null if deleted. */
type Changed = { n: number; state: string | null }[];

export interface Changes {
  snapshot: string;
  posts: Changed | null;
  members: Changed | null;
  /** Numbers of the viewers who blocked, muted or were blocked by a member. */
  hiding: number[] | null;
  /** Numbers of the pairs whose viewer likes or saved the post. */
  liked: number[] | null;
  saved: number[] | null;
}

interface ChangesQuery {
  posts: CachedVersions;
  members: CachedVersions;
  viewerIds: readonly string[];
  /** Viewers and their posts, numbered from 1. */
  pairs: { ids: readonly string[]; viewers: readonly number[]; posts: readonly number[] };
}

export const findChanges = async (db: Statements, { posts, members, viewerIds, pairs }: ChangesQuery): Promise<Changes> =>
  (await db.row<Changes>(
    `with posts as materialized (
            select input.n, case when p.id is not null then ${postState('p', 'c')} end as state, input.state as before
              from unnest($1::uuid[], $2::text[]) with ordinality as input(id, state, n)
              left join (photos p left join categories c on c.id = p.category_id) on p.id = input.id and ${photoThere('p')}),
          members as materialized (
            select input.n, case when m.id is not null then ${authorState('m')} end as state, input.state as before
              from unnest($3::uuid[], $4::text[]) with ordinality as input(id, state, n) left join members m on m.id = input.id),
          pairs as materialized (
            select n, ($5::uuid[])[viewer] as viewer_id, ($8::uuid[])[post] as photo_id
              from unnest($6::int[], $7::int[]) with ordinality as input(viewer, post, n))
     select pg_current_snapshot()::text as snapshot,
            (select json_agg(json_build_object('n', n, 'state', state)) from posts where state is distinct from before) as posts,
            (select json_agg(json_build_object('n', n, 'state', state)) from members where state is distinct from before) as members,
            (select json_agg(v.n) from unnest($5::uuid[]) with ordinality as v(id, n) where ${hidesAnybody('v.id')}) as hiding,
            (select json_agg(n) from pairs join likes l on l.photo_id = pairs.photo_id and l.member_id = pairs.viewer_id) as liked,
            (select json_agg(n) from pairs join saved_posts s on s.photo_id = pairs.photo_id and s.member_id = pairs.viewer_id) as saved`,
    [posts.ids, posts.states, members.ids, members.states, viewerIds, pairs.viewers, pairs.posts, pairs.ids],
  ))!;

interface HiddenMembersQuery {
  viewerIds: readonly string[];
  posts: { viewers: readonly number[]; ids: readonly string[] };
  named: { posts: readonly number[]; ids: readonly string[] };
}

/**
 * Returns the numbers of posts with a like, comment or mention by a member hidden from the viewer. Reads each viewer's hidden members
 * once.
 */
export async function listPostsWithHiddenMembers(db: Statements, { viewerIds, posts, named }: HiddenMembersQuery): Promise<number[]> {
  const rows = await db.rows<{ n: number }>(
    `with viewers as materialized (select n, array${hiddenFrom('v.id')} as hidden from unnest($1::uuid[]) with ordinality as v(id, n)),
          posts as materialized (
            select input.n, input.photo_id, input.viewer from unnest($2::int[], $3::uuid[]) with ordinality as input(viewer, photo_id, n))
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
