import { hiddenFrom, memberShownToVisitors, memberVisible, notMuted } from './members.ts';

/** Visibility of photo posts, and their counts. See members.ts. */

/** The post `p` is neither deleted, removed, archived nor scheduled. */
export const photoThere = (p: string): string => `${p}.is_there`;

/** The post `p` exists for its author, who may have archived or scheduled it. */
export const photoKept = (p: string): string => `(${p}.deleted_at is null and ${p}.removed_at is null)`;

/** The post `p` is archived: it exists for its author alone. */
export const photoArchived = (p: string): string => `(${p}.archived_at is not null and ${photoKept(p)})`;

/** The author has shared the post `p`: it is neither archived nor scheduled. It may be deleted or removed. */
export const photoShared = (p: string): string => `(${p}.archived_at is null and ${p}.publish_at is null)`;

/** The post `p` waits to be published at its time. It exists for its author alone. */
export const photoScheduled = (p: string): string => `(${p}.publish_at is not null and ${photoKept(p)})`;

/** The spot that the row `s` marks in an image, as JSON. Null after the image has left the post of `s`. */
export const spotInPost = (s: string): string =>
  `(select jsonb_build_object('image_id', spot.image_id, 'x', ${s}.x, 'y', ${s}.y) from photo_images spot
     where spot.image_id = ${s}.image_id and spot.photo_id = ${s}.photo_id)`;

/** The post `p` waits for approval. It is marked as removed; only its owner and organisers see its images. */
export const photoPending = (p: string): string =>
  `exists (select from pending_posts h where h.pending_photo_id = ${p}.id and h.decided_at is null)`;

/**
 * The audience of `p` by `m` is everybody. `p` is a post, or a tally of posts with the same audience. Without an audience of its own, it
 * follows the member's setting. The SQL function `reaches_all` repeats this rule. Does not check blocks.
 */
export const reachesAll = (p: string, m: string): string =>
  `((${p}.audience is null and ${m}.audience = 'public') or (${p}.audience is not distinct from 'public' and ${m}.profile_visibility = 'public'))`;

/** The audience of `p` includes the author's followers. */
export const reachesFollowers = (p: string): string => `${p}.audience is distinct from 'me'`;

/** The audience of `p` by `m` includes the viewer: own, public, or of a followed member. */
export const reachesViewer = (viewer: string, p: string, m: string): string =>
  `(${reachesAll(p, m)} or ${m}.id = ${viewer} or (${reachesFollowers(p)}
     and exists (select from follows f where f.follower_id = ${viewer} and f.followed_id = ${m}.id)))`;

/** Number of posts of the member `m` that reach the viewer, who may be null. Does not check blocks. */
export const postsCounted = (viewer: string, m: string): string =>
  `(case when ${m}.id = ${viewer} then ${m}.photos_count
         when exists (select from follows f where f.follower_id = ${viewer} and f.followed_id = ${m}.id) then ${m}.follower_photos_count
         else ${m}.public_photos_count end)`;

/** Some posts of the member `m` reach everybody. */
export const postsForAll = (m: string): string => `${m}.is_live and ${m}.public_photos_count > 0`;

/** Some posts of the member `m` may not reach everybody. Matches a partial index. */
export const restrictsPosts = (m: string): string =>
  `(${m}.is_live and (${m}.audience = 'followers' or ${m}.photos_for_followers > 0 or ${m}.photos_for_me > 0))`;

/** Visitors may see some posts of the member `m`, or could if there were any. */
export const postsShownToVisitors = (m: string): string =>
  `(${m}.is_live and ${m}.show_to_visitors and (${m}.audience = 'public' or ${m}.public_photos_count > 0))`;

/** The post `p` by `m` reaches the viewer, who may like and comment it. */
export const photoReaches = (viewer: string, p: string, m: string): string =>
  `${photoThere(p)} and ${memberVisible(viewer, m)} and ${reachesViewer(viewer, p, m)}`;

/** Organisers may open a post while a report of it is open, despite audience, archive and blocks. */
const underReview = (viewer: string, p: string, m: string): string =>
  `(${m}.is_live and exists (select from members organiser where organiser.id = ${viewer} and organiser.role <> 'member')
    and exists (select from reports r where r.photo_id = ${p}.id and r.resolved_at is null))`;

/** The viewer may open the post by its address. For single posts only, never for lists. */
export const photoVisible = (viewer: string, p: string, m: string): string =>
  `(${photoKept(p)} and ((${photoReaches(viewer, p, m)}) or ${m}.id = ${viewer} or ${underReview(viewer, p, m)}))`;

const sensitiveSetting = (viewer: string): string => `(select v.sensitive_photos from members v where v.id = ${viewer})`;

/** The post `p` has no content warning, or the viewer's setting does not hide such posts. Visitors list none; authors list their own. */
export const warningListed = (viewer: string, p: string): string =>
  `(${p}.warning is null or ${p}.member_id = ${viewer} or (${viewer} is not null and ${sensitiveSetting(viewer)} is distinct from 'hide'))`;

/** The viewer gets the images of the post `p` blurred. */
export const photoBlurred = (viewer: string, p: string): string =>
  `(${p}.warning is not null and ${p}.member_id is distinct from ${viewer} and ${sensitiveSetting(viewer)} is distinct from 'show')`;

/** The viewer may list the post, apart from its content warning: it reaches the viewer, and its author is not muted. */
const listedUnwarned = (viewer: string, p: string, m: string): string => `${photoReaches(viewer, p, m)} and ${notMuted(viewer, `${m}.id`)}`;

export const photoListed = (viewer: string, p: string, m: string): string =>
  `${listedUnwarned(viewer, p, m)} and ${warningListed(viewer, p)}`;

/** Visitors may see the post `p` by `m`: its images need no signature. */
export const photoPublic = (p: string, m: string): string =>
  `${photoThere(p)} and ${p}.warning is null and ${reachesAll(p, m)} and ${m}.is_live and ${m}.show_to_visitors`;

/** Number of posts that only their content warning keeps out of the viewer's lists, to subtract from stored counts. `where` is about `p`. */
export const warnedUnlisted = (viewer: string, where: string): string =>
  countWarned(viewer, `photos p join members m on m.id = p.member_id where ${where} and ${listedUnwarned(viewer, 'p', 'm')}`);

/** Like `warnedUnlisted`, of the member `m`, whom the viewer neither blocked nor muted. */
export const warnedUnlistedOf = (viewer: string, m: string, where = 'true'): string =>
  countWarned(viewer, `photos p where p.member_id = ${m}.id and ${where} and ${photoThere('p')} and ${reachesViewer(viewer, 'p', m)}`);

const countWarned = (viewer: string, from: string): string =>
  `case when ${viewer} is null or ${sensitiveSetting(viewer)} = 'hide' then (
     select count(*) from (select from ${from} and p.warning is not null and p.member_id is distinct from ${viewer}
      limit ${mostHidden.ofMember}) warned)::int else 0 end`;

/**
 * Largest numbers subtracted from counts for hidden members, per post and per member. With more, a count is too high, because
 * an exact count would cost too much.
 */
export const mostHidden = { ofPost: 1_000, ofMember: 10_000 };

/** Likes of the post `p` that the viewer can list: the stored count, which has live members only, minus the likes of hidden members. */
export const likesCounted = (viewer: string, p: string): string =>
  `${p}.likes_count - (select count(*) from (select from likes l join members hm on hm.id = l.member_id and hm.is_live
     where l.photo_id = ${p}.id and l.member_id = any (array${hiddenFrom(viewer)}) limit ${mostHidden.ofPost}) hidden)`;

export const commentsCounted = (viewer: string, p: string): string =>
  `${p}.comments_count - (select count(*) from (select from comments c join members hm on hm.id = c.member_id and hm.is_live
     where c.photo_id = ${p}.id and c.deleted_at is null and not c.is_critique and c.member_id = any (array${hiddenFrom(viewer)}) limit ${mostHidden.ofPost}) hidden)`;

/**
 * Table of one row with the likes and comments of the posts `p` of a member for which `condition` holds: stored sums minus those of hidden
 * members. Collects reactions of hidden members once, not per post.
 */
export const received = (viewer: string, member: string, condition = 'true'): string =>
  `(select (kept.likes - (select count(*)
               from (select l.photo_id as id from likes l join members hm on hm.id = l.member_id and hm.is_live
                      where l.member_id = any (array${hiddenFrom(viewer)}) limit ${mostHidden.ofMember}) theirs
               join photos p on p.id = theirs.id and p.member_id = ${member} and ${photoThere('p')} and ${condition}))::int as likes_count,
           (kept.comments - (select count(*)
               from (select c.photo_id as id from comments c join members hm on hm.id = c.member_id and hm.is_live
                      where c.member_id = any (array${hiddenFrom(viewer)}) and c.deleted_at is null and not c.is_critique limit ${mostHidden.ofMember}) theirs
               join photos p on p.id = theirs.id and p.member_id = ${member} and ${photoThere('p')} and ${condition}))::int as comments_count
      from (select coalesce(sum(p.likes_count), 0) as likes, coalesce(sum(p.comments_count), 0) as comments
              from photos p where p.member_id = ${member} and ${photoThere('p')} and ${condition}) kept)`;

/** The member `m`, named by the row `ps` in the post `p` by `o`, sees the post. Otherwise the name is not shown, because `m` could not remove it. */
const seesPost = (p: string, m: string, o: string): string => photoReaches(`${m}.id`, p, o);

/** The row `ps` about the member `m` waits for an answer. Turning the setting off hides all open requests. */
export const nameAsked = (ps: string, m: string): string => `(${ps}.state = 'asked' and ${m}.may_be_named)`;

/** The viewer sees the name of `m` in the post `p` by `o`: accepted names, and open requests to the two members they concern. */
export const personShown = (viewer: string, ps: string, m: string, p: string, o: string): string =>
  `(${memberVisible(viewer, m)} and ${seesPost(p, m, o)}
    and (${ps}.state = 'accepted' or (${nameAsked(ps, m)} and ${viewer} in (${m}.id, ${o}.id))))`;

/** Visitors see the name of `m` in the public post `p` by `o`. */
export const personPublic = (ps: string, m: string, p: string, o: string): string =>
  `(${ps}.state = 'accepted' and ${memberShownToVisitors(m)} and ${seesPost(p, m, o)})`;

/** The proposal `d` is open, and its image `pi` has no alternative text. */
const isUnanswered = (d: string, pi: string): string => `(${d}.state = 'open' and ${pi}.alt = '')`;

/** The proposal `d` for the image `pi` in a post by `o` waits for `o`. Turning the setting off hides all open proposals. */
export const altProposed = (d: string, pi: string, o: string): string => `(${isUnanswered(d, pi)} and ${o}.takes_alt_proposals)`;

/** SQL after `from`: the proposals `d` of the member that wait for the author of the post, with their images `di`. Ignores the author's setting. */
export const waitingProposals = (photo: string, member: string): string =>
  `alt_proposals d join photo_images di on di.image_id = d.image_id
    where di.photo_id = ${photo} and d.member_id = ${member} and ${isUnanswered('d', 'di')}`;
