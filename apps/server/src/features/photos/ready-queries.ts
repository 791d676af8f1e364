import type { Statements } from '../../db/database.ts';
import { commentListed } from '../../visibility/comments.ts';
import { hidesAnybody, memberVisible } from '../../visibility/members.ts';
import { photoThere } from '../../visibility/photos.ts';
import { isPaid } from '../../visibility/plans.ts';
import { type AuthorRow, authorColumns } from '../members/views.ts';

/** What the post `p` by `m` is made from but for those named below it: every write of a post or a member raises its version. */
const stateOf = (p: string, m: string): string =>
  `concat_ws(' ', ${p}.version, ${m}.version, ${isPaid(m)}, (select c.name from categories c where c.id = ${p}.category_id))`;

/**
 * The state of members, whose ids stand in a text: how many there are, their versions and how many wear a badge, which ends with time. Ids never
 * come back and versions only grow, so that two answers are the same only where nobody changed.
 */
const stateOfMembers = (ids: string): string =>
  `(select concat_ws(' ', count(*), coalesce(sum(w.version), 0), count(*) filter (where ${isPaid('w')}))
      from unnest(string_to_array(${ids}, ' ')::uuid[]) as named(id) join members w on w.id = named.id)`;

/** Posts that are kept ready, and what they were made from; '' for one that is not kept. */
export interface KeptStates {
  ids: readonly string[];
  states: readonly string[];
  /** Of each, the ids of those named below it, and their state. */
  named: readonly string[];
  namedStates: readonly string[];
}

/** Who asks for which posts: the first post is for the first viewer, and so on. */
export interface AskedPairs {
  viewerIds: readonly string[];
  postIds: readonly string[];
}

interface Changes {
  /** Of posts that are there and in another state than was kept: which, counted from 1, and their state now. */
  changed: { n: number; state: string }[] | null;
  /** Which of them are gone. */
  gone: number[] | null;
  /** Which viewers hide somebody or are hidden from somebody. */
  hiding: string[] | null;
  /** Which pairs, counted from 1, are posts that their viewer likes, and saved. */
  liked: number[] | null;
  saved: number[] | null;
}

/** What has changed of posts, and what their viewers made of them: for all who ask in one turn of the event loop. */
export const findChanges = async (db: Statements, kept: KeptStates, viewers: readonly string[], pairs: AskedPairs): Promise<Changes> =>
  (await db.row<Changes>(
    `with now as materialized (
       select a.n, p.id is null as is_gone, a.state as before, ${stateOf('p', 'm')} as state,
              a.named = '' or ${stateOfMembers('a.named')} = a.named_state as is_same
         from unnest($1::uuid[], $2::text[], $3::text[], $4::text[]) with ordinality as a(id, state, named, named_state, n)
         left join (photos p join members m on m.id = p.member_id) on p.id = a.id and ${photoThere('p')}),
     asked as (select * from unnest($6::uuid[], $7::uuid[]) with ordinality as asked(viewer_id, photo_id, n))
     select (select json_agg(json_build_object('n', n, 'state', state)) from now where not is_gone and (state <> before or not is_same)) as changed,
            (select json_agg(n) from now where is_gone) as gone,
            (select json_agg(v.id) from unnest($5::uuid[]) as v(id) where ${hidesAnybody('v.id')}) as hiding,
            (select json_agg(asked.n) from asked join likes l on l.photo_id = asked.photo_id and l.member_id = asked.viewer_id) as liked,
            (select json_agg(asked.n) from asked join saved_posts s on s.photo_id = asked.photo_id and s.member_id = asked.viewer_id) as saved`,
    [kept.ids, kept.states, kept.named, kept.namedStates, viewers, pairs.viewerIds, pairs.postIds],
  ))!;

/** A member whom a comment names: its author, or one whose username stands in it. */
export interface NamedMember {
  id: string;
  version: number;
  is_paid: boolean;
}

export interface SharedCommentRow extends AuthorRow {
  id: string;
  photo_id: string;
  content: string;
  created_at: Date;
  version: number;
  is_paid: boolean;
  /** All whose usernames stand in it, in their order. Null for one who is not there. */
  mentioned: (NamedMember & { username: string | null })[];
}

/** As `listNewestCommentRows`, for those from whom nobody is hidden, with what tells later whether anybody named there has changed. */
export const listSharedCommentRows = (db: Statements, photoIds: readonly string[]): Promise<SharedCommentRow[]> =>
  db.rows(
    `select newest.* from unnest($1::uuid[]) as asked(id), lateral (
       select c.id, c.photo_id, c.content, c.created_at, m.version::double precision as version, ${isPaid('m')} as is_paid, ${authorColumns('m')},
              coalesce((select json_agg(json_build_object(
                  'id', named.id, 'version', named.version, 'is_paid', ${isPaid('named')},
                  'username', case when ${memberVisible('null', 'named')} then named.username end) order by named.username)
                 from comment_mentions cm join members named on named.id = cm.member_id where cm.comment_id = c.id), '[]') as mentioned
         from comments c join members m on m.id = c.member_id
        where c.photo_id = asked.id and ${commentListed('null', 'c', 'm')}
        order by c.id desc limit 3) newest
      order by newest.photo_id, newest.id`,
    [photoIds],
  );
