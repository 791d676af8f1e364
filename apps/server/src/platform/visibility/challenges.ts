import { isPaid, memberVisible } from './members.ts';
import { photoKept, reachesAll } from './photos.ts';

/** Visibility of challenges, which exist for all members, and of their entries, which are blind until the results. */

/** State of the challenge `c` by the database's clock. */
export const challengeState = (c: string): string =>
  `case when ${c}.starts_at > now() then 'announced' when ${c}.entries_end_at > now() then 'running' when ${c}.voting_end_at > now() then 'voting'
        when ${c}.counted_at is null then 'counting' else 'results' end`;

/** The member `m` may enter the challenge `c`. */
export const mayEnter = (c: string, m: string): string =>
  `case ${c}.open_to when 'paid' then ${isPaid(m)} when 'older' then ${m}.created_at < ${c}.starts_at else true end`;

/** The member `m` may vote: the account is older than the challenge, so nobody joins in order to vote. */
export const mayVote = (c: string, m: string): string => `(${m}.is_live and ${m}.created_at < ${c}.starts_at)`;

/** The entry `e` of the post `p` by `m` counts: everybody may see the post, now or when it is published, and it has the entered image. */
export const entryCounts = (e: string, p: string, m: string): string =>
  `(${photoKept(p)} and ${p}.archived_at is null and ${p}.warning is null and ${reachesAll(p, m)} and ${m}.is_live
    and exists (select from photo_images entered where entered.photo_id = ${p}.id and entered.image_id = ${e}.image_id))`;

/** Voters see the images of the entries in the challenge `c`, at addresses that do not name the posts. */
export const entryShown = (c: string): string => `(${challengeState(c)} = 'voting')`;

/** The entry `e` has one of the first places or a mention, which it gets with the count or later. */
export const entryDistinguished = (e: string): string => `(${e}.place <= 3 or ${e}.mention is not null)`;

/** The entry `e` won in the challenge `c`, or the organisers mentioned it. */
export const entryAwarded = (e: string, c: string): string => `(${c}.counted_at is not null and ${entryDistinguished(e)})`;

/** No organiser removed the feedback `f`. */
export const feedbackThere = (f: string): string => `(${f}.removed_at is null)`;

/** The viewer may read the feedback `f` by the member `voter`: with the results, about their own entry `e` in the challenge `c`. */
export const feedbackRead = (viewer: string, f: string, voter: string, e: string, c: string): string =>
  `(${feedbackThere(f)} and ${e}.member_id = ${viewer} and ${c}.counted_at is not null and ${memberVisible(viewer, voter)})`;
