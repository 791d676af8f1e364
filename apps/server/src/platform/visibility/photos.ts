import { hiddenFrom, memberVisible, notMuted, ownerPublic } from './members.ts';

/** Who sees which post, and what it counts for them. See members.ts. */

/** The post is still there: neither deleted nor removed. */
export const photoThere = (p: string): string => `${p}.deleted_at is null and ${p}.removed_at is null`;

/** The post waits for an organiser: it is removed until they post it, and its images are for its owner and for organisers. */
export const photoPending = (p: string): string =>
  `exists (select from pending_posts h where h.pending_photo_id = ${p}.id and h.decided_at is null)`;

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

/** Anybody on Earth may see the post `p` by `m`: its images need no signature. */
export const photoPublic = (p: string, m: string): string => `${photoThere(p)} and ${ownerPublic(m)}`;

/**
 * How much of what hidden members did is left out of a count: of one post or comment, and below all posts of a member. Somebody may have muted
 * one who commented a hundred thousand times; beyond this a count is that much too high, and costs no more.
 */
export const mostHidden = { ofPost: 1_000, ofMember: 10_000 };

/** The likes of the post `p` that the viewer can list. The kept count leaves out members who are not live; only who hides members pays for more. */
export const likesCounted = (viewer: string, p: string): string =>
  `${p}.likes_count - (select count(*) from (select from likes l join members hm on hm.id = l.member_id and hm.is_live
     where l.photo_id = ${p}.id and l.member_id = any (array${hiddenFrom(viewer)}) limit ${mostHidden.ofPost}) hidden)`;

/** The comments below the post `p` that the viewer can list. */
export const commentsCounted = (viewer: string, p: string): string =>
  `${p}.comments_count - (select count(*) from (select from comments c join members hm on hm.id = c.member_id and hm.is_live
     where c.photo_id = ${p}.id and c.deleted_at is null and c.member_id = any (array${hiddenFrom(viewer)}) limit ${mostHidden.ofPost}) hidden)`;

/**
 * What all posts of a member got, as a table of one row, whose posts the viewer was found to list: the kept sums, without the likes and
 * comments that the viewer cannot list. Those are gathered first (`limit`), and not looked for below each post.
 */
export const received = (viewer: string, member: string): string =>
  `(select (kept.likes - (select count(*)
               from (select l.photo_id as id from likes l join members hm on hm.id = l.member_id and hm.is_live
                      where l.member_id = any (array${hiddenFrom(viewer)}) limit ${mostHidden.ofMember}) theirs
               join photos p on p.id = theirs.id and p.member_id = ${member} and ${photoThere('p')}))::int as likes_count,
           (kept.comments - (select count(*)
               from (select c.photo_id as id from comments c join members hm on hm.id = c.member_id and hm.is_live
                      where c.member_id = any (array${hiddenFrom(viewer)}) and c.deleted_at is null limit ${mostHidden.ofMember}) theirs
               join photos p on p.id = theirs.id and p.member_id = ${member} and ${photoThere('p')}))::int as comments_count
      from (select coalesce(sum(p.likes_count), 0) as likes, coalesce(sum(p.comments_count), 0) as comments
              from photos p where p.member_id = ${member} and ${photoThere('p')}) kept)`;
