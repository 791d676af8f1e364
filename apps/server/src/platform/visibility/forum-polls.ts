import { hiddenAuthors } from './forum.ts';

/** Visibility of poll votes. A poll is visible with its post (forum.ts). */

export const voteListed = (viewer: string, v: string): string =>
  `(${v}.is_counted and ${v}.member_id <> all (array${hiddenAuthors(viewer)}))`;

/** Votes for the choice `c` that the viewer can list: the stored count minus the votes of hidden members. */
export const votesCounted = (viewer: string, c: string): string =>
  `(${c}.votes_count - (select count(*) from forum_poll_votes hv
     where hv.choice_id = ${c}.id and hv.is_counted and hv.member_id = any (array${hiddenAuthors(viewer)})))::int`;

export const votersCounted = (viewer: string, q: string): string =>
  `(${q}.voters_count - (select count(distinct hv.member_id) from forum_poll_votes hv
     where hv.post_id = ${q}.post_id and hv.is_counted and hv.member_id = any (array${hiddenAuthors(viewer)})))::int`;
