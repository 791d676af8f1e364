import { blockedBy, memberVisible, notBlocked } from './members.ts';

/** Visibility of profiles, and counts of followers. See members.ts. */

/** The full profile of `m` is visible. Private profiles show only name, username and avatar. The viewer may be null. */
export const profileOpen = (viewer: string, m: string): string => `(${m}.profile_visibility = 'public' or ${m}.id = ${viewer}) is true`;

/** The profile of `m` exists for the viewer, who may be null: verified, or their own. */
export const profileThere = (viewer: string, m: string): string =>
  `(${memberVisible(viewer, m)} and (${m}.email_verified_at is not null or ${m}.id = ${viewer}))`;

/** `m` appears in `owner`'s list of followers or followed members: private profiles only for their member and the owner. */
export const memberInListOf = (viewer: string, owner: string, m: string): string =>
  `${m}.is_live and ${notBlocked(viewer, `${m}.id`)} and (not ${m}.counts_private or ${m}.id = ${viewer} or ${owner} = ${viewer})`;

/** Correction of `m`'s stored counts for the few profiles in `profile_flips`, which just became private or public. */
const uncounted = (m: string, ends: { owner: string; other: string; hidden: string }): string =>
  `(select coalesce(sum((select flipped.counts_private::int from members flipped where flipped.id = pf.member_id)
                     - (select f.${ends.hidden}::int from follows f where f.${ends.other} = pf.member_id and f.${ends.owner} = ${m}.id)), 0)
      from profile_flips pf)`;

/** Number of followers or followed members: the stored count minus members hidden from the viewer. */
const countedOf = (
  viewer: string,
  m: string,
  ends: { count: string; privates: string; owner: string; other: string; hidden: string },
): string =>
  `(case when ${m}.id = ${viewer} then ${m}.${ends.count}
         else ${m}.${ends.count} - ${m}.${ends.privates} - ${uncounted(m, ends)}
              + (select count(*) from follows f join members self on self.id = f.${ends.other} and self.counts_private
                  where f.${ends.other} = ${viewer} and f.${ends.owner} = ${m}.id) end
    - (select count(*) from follows f join members hm on hm.id = f.${ends.other} and hm.is_live and (${m}.id = ${viewer} or not hm.counts_private)
        where f.${ends.owner} = ${m}.id and f.${ends.other} = any (array(${blockedBy(viewer)}))))::int`;

export const followersCounted = (viewer: string, m: string): string =>
  countedOf(viewer, m, {
    count: 'followers_count',
    privates: 'private_followers_count',
    owner: 'followed_id',
    other: 'follower_id',
    hidden: 'follower_hidden',
  });

export const followingCounted = (viewer: string, m: string): string =>
  countedOf(viewer, m, {
    count: 'following_count',
    privates: 'private_following_count',
    owner: 'follower_id',
    other: 'followed_id',
    hidden: 'followed_hidden',
  });

export const mayFollow = (viewer: string, m: string): string => `(${m}.id <> ${viewer} and ${m}.profile_visibility = 'public')`;

export const profilePublic = (m: string): string =>
  `${m}.profile_visibility = 'public' and ${m}.is_live and ${m}.email_verified_at is not null`;

export const onlineShown = (viewer: string, m: string): string =>
  `(${m}.show_online_status and ${profileThere(viewer, m)} and ${profileOpen(viewer, m)})`;
