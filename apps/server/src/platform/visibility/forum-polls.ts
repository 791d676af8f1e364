import { hiddenAuthors } from './forum.ts';

/** Whose votes count for whom in polls of the forum. See forum.ts: a poll is there for whoever may read its post. */

/** The vote `v` may be listed for the viewer, and is counted. */
export const voteListed = (viewer: string, v: string): string =>
  `(${v}.is_counted and ${v}.member_id <> all (array${hiddenAuthors(viewer)}))`;

/** The votes for the choice `c` that the viewer can list. Only who hides members pays for more than the kept count. */
export const votesCounted = (viewer: string, c: string): string =>
  `(${c}.votes_count - (select count(*) from forum_poll_votes hv
     where hv.choice_id = ${c}.id and hv.is_counted and hv.member_id = any (array${hiddenAuthors(viewer)})))::int`;

/** The members who voted in the poll `q`, without those hidden from the viewer. */
export const votersCounted = (viewer: string, q: string): string =>
  `(${q}.voters_count - (select count(distinct hv.member_id) from forum_poll_votes hv
     where hv.post_id = ${q}.post_id and hv.is_counted and hv.member_id = any (array${hiddenAuthors(viewer)})))::int`;
