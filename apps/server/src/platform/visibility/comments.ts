import { hiddenFrom, memberVisible, notMuted } from './members.ts';
import { mostHidden } from './photos.ts';

/** Visibility of comments. See members.ts. */

/** A hidden critique exists only for the author of the post and, thread by thread, for the critics. */
export const critiqueShown = (viewer: string, c: string): string =>
  `(not ${c}.is_critique or ${c}.member_id is not distinct from ${viewer} or not exists (
     select from critiques q join photos qp on qp.id = q.photo_id where q.photo_id = ${c}.photo_id and q.is_hidden and qp.member_id is distinct from ${viewer}
        and (${c}.thread_id is null or not exists (select from comments qt where qt.id = ${c}.thread_id and qt.member_id = ${viewer}))))`;

/** The viewer may read the comment `c` by `m` if its post is visible. */
export const commentVisible = (viewer: string, c: string, m: string): string =>
  `${c}.deleted_at is null and ${memberVisible(viewer, m)} and ${critiqueShown(viewer, c)}`;

/** The viewer may list the comment `c`: visible, and `m` not muted. */
export const commentListed = (viewer: string, c: string, m: string): string =>
  `${commentVisible(viewer, c, m)} and ${notMuted(viewer, `${m}.id`)}`;

/** A reply below the comment `c` may be listed. With `exists`, the planner may read all comments. */
const replyListed = (viewer: string, c: string): string =>
  `(${c}.replies_count > 0 and (select true from comments r join members rm on rm.id = r.member_id
     where r.thread_id = ${c}.id and ${commentListed(viewer, 'r', 'rm')} limit 1) is true)`;

/** The thread begun by the comment `c` has a comment to list. The author `m` is null if `c` itself may not be listed. */
export const threadListed = (viewer: string, c: string, m: string): string =>
  `${c}.thread_id is null and (${c}.deleted_at is null or ${c}.replies_count > 0) and (${m}.id is not null or ${replyListed(viewer, c)})`;

/** The viewer may read the replies below the comment `c` if its post is visible. `m` may be null. */
export const threadVisible = (viewer: string, c: string, m: string): string =>
  `((${commentVisible(viewer, c, m)}) is true or ${replyListed(viewer, c)})`;

/** Usernames in the comment `c` of members visible to the viewer. */
export const mentionsSeen = (viewer: string, c: string): string =>
  `array(select named.username from comment_mentions cm join members named on named.id = cm.member_id
          where cm.comment_id = ${c}.id and ${memberVisible(viewer, 'named')} order by named.username)`;

export const commentLikesCounted = (viewer: string, c: string): string =>
  `${c}.likes_count - (select count(*) from (select from comment_likes l join members hm on hm.id = l.member_id and hm.is_live
     where l.comment_id = ${c}.id and l.member_id = any (array${hiddenFrom(viewer)}) limit ${mostHidden.ofPost}) hidden)`;

export const repliesCounted = (viewer: string, c: string): string =>
  `${c}.replies_count - (select count(*) from (select from comments r join members hm on hm.id = r.member_id and hm.is_live
     where r.thread_id = ${c}.id and r.deleted_at is null and r.member_id = any (array${hiddenFrom(viewer)}) limit ${mostHidden.ofPost}) hidden)`;
