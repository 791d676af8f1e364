/**
 * The one rule of who sees what, as SQL conditions. Every read of posts, comments, notifications and images is
 * written with these; nothing else in the code decides visibility. They read settings as they are at that moment.
 *
 * `viewer` is the SQL of the viewer's id, usually `$1`; the other arguments are table aliases.
 */

/** Those whom the viewer blocked or who blocked the viewer. Read once a query, not once a row. */
const blockedBy = (viewer: string): string =>
  `select blocked_id from blocks where blocker_id = ${viewer} union all select blocker_id from blocks where blocked_id = ${viewer}`;

const mutedBy = (viewer: string): string => `select muted_id from mutes where muter_id = ${viewer}`;

/** Neither has blocked the other. */
export const notBlocked = (viewer: string, other: string): string => `${other} <> all (array(${blockedBy(viewer)}))`;

export const notMuted = (viewer: string, other: string): string => `${other} <> all (array(${mutedBy(viewer)}))`;

/** `m` is a member who exists for the viewer. */
export const memberVisible = (viewer: string, m: string): string =>
  `(${m}.id = ${viewer} or (${m}.is_live and ${notBlocked(viewer, `${m}.id`)}))`;

/** `m` is a member whom the viewer finds in the directory: themselves, or one whose profile is public. A mute says nothing here. */
export const memberListed = (viewer: string, m: string): string =>
  `${m}.is_live and ${m}.email_verified_at is not null
   and (${m}.id = ${viewer} or (${m}.profile_visibility = 'public' and ${notBlocked(viewer, `${m}.id`)}))`;

/** The post is still there: neither deleted nor removed. */
export const photoThere = (p: string): string => `${p}.deleted_at is null and ${p}.removed_at is null`;

/** The member's posts reach the viewer: their own, public ones, or those of somebody they follow. */
export const postsReach = (viewer: string, m: string): string =>
  `(${m}.audience = 'public' or ${m}.id = ${viewer} or exists (select from follows f where f.follower_id = ${viewer} and f.followed_id = ${m}.id))`;

/** `p` is a post by `m` that is meant for the viewer: they may like it and say something below it. */
export const photoReaches = (viewer: string, p: string, m: string): string =>
  `${photoThere(p)} and ${memberVisible(viewer, m)} and ${postsReach(viewer, m)}`;

/** Organisers look at a post for as long as a report of it is open, whomever it was meant for and whoever is blocked. */
const underReview = (viewer: string, p: string, m: string): string =>
  `(${m}.is_live and exists (select from members organiser where organiser.id = ${viewer} and organiser.role <> 'member')
    and exists (select from reports r where r.photo_id = ${p}.id and r.resolved_at is null))`;

/** … or that they may open by its address all the same. For reads of one post: no list is made with it. */
export const photoVisible = (viewer: string, p: string, m: string): string =>
  `${photoThere(p)} and ((${memberVisible(viewer, m)} and ${postsReach(viewer, m)}) or ${underReview(viewer, p, m)})`;

/** The post may be listed for the viewer: a muted member's are left out, and those that are only looked at while reported. */
export const photoListed = (viewer: string, p: string, m: string): string =>
  `${photoReaches(viewer, p, m)} and ${notMuted(viewer, `${m}.id`)}`;

/** `c` is a comment by `m` that is there for the viewer, below a post that was already found visible. */
export const commentVisible = (viewer: string, c: string, m: string): string => `${c}.deleted_at is null and ${memberVisible(viewer, m)}`;

/** … and that may be listed for them. */
export const commentListed = (viewer: string, c: string, m: string): string =>
  `${commentVisible(viewer, c, m)} and ${notMuted(viewer, `${m}.id`)}`;

/** The usernames in the comment `c` of members who are there for the viewer. */
export const mentionsSeen = (viewer: string, c: string): string =>
  `array(select named.username from comment_mentions cm join members named on named.id = cm.member_id
          where cm.comment_id = ${c}.id and ${memberVisible(viewer, 'named')} order by named.username)`;

/** Anybody on Earth may see the post `p` by `m`: its pictures need no signature. */
export const photoPublic = (p: string, m: string): string => `${photoThere(p)} and ${ownerPublic(m)}`;

/** The members whom the viewer neither sees nor hears: blocked either way, or muted. Usually none. */
export const hiddenFrom = (viewer: string): string => `(${blockedBy(viewer)} union ${mutedBy(viewer)})`;

/** The likes of the post `p` that the viewer can list. The kept count leaves out members who are not live; only who hides members pays for more. */
export const likesCounted = (viewer: string, p: string): string =>
  `${p}.likes_count - (select count(*) from likes l join members hm on hm.id = l.member_id and hm.is_live
     where l.photo_id = ${p}.id and l.member_id = any (array${hiddenFrom(viewer)}))`;

/** The comments below the post `p` that the viewer can list. */
export const commentsCounted = (viewer: string, p: string): string =>
  `${p}.comments_count - (select count(*) from comments c join members hm on hm.id = c.member_id and hm.is_live
     where c.photo_id = ${p}.id and c.deleted_at is null and c.member_id = any (array${hiddenFrom(viewer)}))`;

/**
 * What all posts of a member got, as a table of one row, whose posts the viewer was found to list: the kept sums, without the likes and
 * comments that the viewer cannot list. Those are gathered first (`offset 0`), and not looked for below each post.
 */
export const received = (viewer: string, member: string): string =>
  `(select (kept.likes - (select count(*)
               from (select l.photo_id as id from likes l join members hm on hm.id = l.member_id and hm.is_live
                      where l.member_id = any (array${hiddenFrom(viewer)}) offset 0) theirs
               join photos p on p.id = theirs.id and p.member_id = ${member} and ${photoThere('p')}))::int as likes_count,
           (kept.comments - (select count(*)
               from (select c.photo_id as id from comments c join members hm on hm.id = c.member_id and hm.is_live
                      where c.member_id = any (array${hiddenFrom(viewer)}) and c.deleted_at is null offset 0) theirs
               join photos p on p.id = theirs.id and p.member_id = ${member} and ${photoThere('p')}))::int as comments_count
      from (select coalesce(sum(p.likes_count), 0) as likes, coalesce(sum(p.comments_count), 0) as comments
              from photos p where p.member_id = ${member} and ${photoThere('p')}) kept)`;

/** Anybody is hidden from the viewer. */
export const hidesAnybody = (viewer: string): string =>
  `(exists (select from blocks where blocker_id = ${viewer}) or exists (select from blocks where blocked_id = ${viewer})
    or exists (select from mutes where muter_id = ${viewer}))`;

/** The profile of `m` is open to the viewer, who may be nobody (null); of others' private ones there is the door alone. */
export const profileOpen = (viewer: string, m: string): string => `(${m}.profile_visibility = 'public' or ${m}.id = ${viewer}) is true`;

/** There is a profile of `m` for the viewer, who may be nobody (null): of an address that nobody verified there is none but for its owner. */
export const profileThere = (viewer: string, m: string): string =>
  `(${memberVisible(viewer, m)} and (${m}.email_verified_at is not null or ${m}.id = ${viewer}))`;

/** `m` stands in the list of `owner`'s followers, or of those they follow, as the viewer gets it: a private profile in nobody's but its own and the owner's. */
export const memberInListOf = (viewer: string, owner: string, m: string): string =>
  `${m}.is_live and ${notBlocked(viewer, `${m}.id`)} and (not ${m}.counts_private or ${m}.id = ${viewer} or ${owner} = ${viewer})`;

/** Private profiles around `m` that the kept counts know as open still, less those that they know as private still: some just opened or closed. */
const uncounted = (m: string, ends: { owner: string; other: string; hidden: string }): string =>
  `(select coalesce(sum(flipped.counts_private::int - f.${ends.hidden}::int), 0) from profile_flips pf
      join members flipped on flipped.id = pf.member_id
      join follows f on f.${ends.other} = pf.member_id and f.${ends.owner} = ${m}.id)`;

/** How many stand in such a list: the kept counts, without those whom the viewer does not get. */
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

/** `m` is there for everybody who has no block with them, and so are their posts. */
export const ownerPublic = (m: string): string => `${m}.audience = 'public' and ${m}.is_live`;

/** Anybody on Earth may open the profile of `m`. */
export const profilePublic = (m: string): string =>
  `${m}.profile_visibility = 'public' and ${m}.is_live and ${m}.email_verified_at is not null`;

/** `m` is there, and their posts reach followers only. */
export const ownerRestricted = (m: string): string => `${m}.audience = 'followers' and ${m}.is_live`;
