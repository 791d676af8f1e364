import { blockedBy, memberVisible, notBlocked } from './members.ts';

/** Who sees whose profile, and who is in lists and counts of followers for them. See members.ts. */

/** The profile of `m` is open to the viewer, who may be nobody (null); of others' private ones only name and avatar are shown. */
export const profileOpen = (viewer: string, m: string): string => `(${m}.profile_visibility = 'public' or ${m}.id = ${viewer}) is true`;

/** There is a profile of `m` for the viewer, who may be nobody (null): of an address that nobody verified there is none but for its owner. */
export const profileThere = (viewer: string, m: string): string =>
  `(${memberVisible(viewer, m)} and (${m}.email_verified_at is not null or ${m}.id = ${viewer}))`;

/** `m` is in the list of `owner`'s followers, or of those they follow, as the viewer gets it: a private profile in nobody's but its own and the owner's. */
export const memberInListOf = (viewer: string, owner: string, m: string): string =>
  `${m}.is_live and ${notBlocked(viewer, `${m}.id`)} and (not ${m}.counts_private or ${m}.id = ${viewer} or ${owner} = ${viewer})`;

/** Private profiles around `m` that the kept counts know as open still, less those that they know as private still: some just opened or closed. By key, so that it is one look-up for each of the few that did. */
const uncounted = (m: string, ends: { owner: string; other: string; hidden: string }): string =>
  `(select coalesce(sum((select flipped.counts_private::int from members flipped where flipped.id = pf.member_id)
                     - (select f.${ends.hidden}::int from follows f where f.${ends.other} = pf.member_id and f.${ends.owner} = ${m}.id)), 0)
      from profile_flips pf)`;

/** How many are in such a list: the kept counts, without those whom the viewer does not get. */
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

/** The viewer may begin to follow `m`, who is there for them. */
export const mayFollow = (viewer: string, m: string): string => `(${m}.id <> ${viewer} and ${m}.profile_visibility = 'public')`;

/** Anybody on Earth may open the profile of `m`. */
export const profilePublic = (m: string): string =>
  `${m}.profile_visibility = 'public' and ${m}.is_live and ${m}.email_verified_at is not null`;

/** Whether `m` is online is for the viewer to see: `m` lets it be seen, and their profile is open to the viewer. */
export const onlineShown = (viewer: string, m: string): string =>
  `(${m}.show_online_status and ${profileThere(viewer, m)} and ${profileOpen(viewer, m)})`;
