import { hiddenFrom, memberVisible, notMuted } from './members.ts';
import { mostHidden } from './photos.ts';

/** Who sees which comment. See members.ts. */

/** `c` is a comment by `m` that is there for the viewer, below a post that was already found visible. */
export const commentVisible = (viewer: string, c: string, m: string): string => `${c}.deleted_at is null and ${memberVisible(viewer, m)}`;

/** … and that may be listed for them. */
export const commentListed = (viewer: string, c: string, m: string): string =>
  `${commentVisible(viewer, c, m)} and ${notMuted(viewer, `${m}.id`)}`;

/** Somebody replied below the comment `c`, and that reply may be listed for the viewer. Asked by `exists`, the planner may read all comments there are instead. */
const replyListed = (viewer: string, c: string): string =>
  `(${c}.replies_count > 0 and (select true from comments r join members rm on rm.id = r.member_id
     where r.thread_id = ${c}.id and ${commentListed(viewer, 'r', 'rm')} limit 1) is true)`;

/** The comment `c` by `m`, who is null where it may not be listed for the viewer, begins a thread of which something may. */
export const threadListed = (viewer: string, c: string, m: string): string =>
  `${c}.thread_id is null and (${c}.deleted_at is null or ${c}.replies_count > 0) and (${m}.id is not null or ${replyListed(viewer, c)})`;

/** The replies below the comment `c`, by `m` or by nobody any more, may be read, below a post that was already found visible. */
export const threadVisible = (viewer: string, c: string, m: string): string =>
  `((${commentVisible(viewer, c, m)}) is true or ${replyListed(viewer, c)})`;

/** The usernames in the comment `c` of members who are there for the viewer. */
export const mentionsSeen = (viewer: string, c: string): string =>
  `array(select named.username from comment_mentions cm join members named on named.id = cm.member_id
          where cm.comment_id = ${c}.id and ${memberVisible(viewer, 'named')} order by named.username)`;

/** The likes of the comment `c` that the viewer can list. */
export const commentLikesCounted = (viewer: string, c: string): string =>
  `${c}.likes_count - (select count(*) from (select from comment_likes l join members hm on hm.id = l.member_id and hm.is_live
     where l.comment_id = ${c}.id and l.member_id = any (array${hiddenFrom(viewer)}) limit ${mostHidden.ofPost}) hidden)`;

/** The replies below the comment `c` that the viewer can list. */
export const repliesCounted = (viewer: string, c: string): string =>
  `${c}.replies_count - (select count(*) from (select from comments r join members hm on hm.id = r.member_id and hm.is_live
     where r.thread_id = ${c}.id and r.deleted_at is null and r.member_id = any (array${hiddenFrom(viewer)}) limit ${mostHidden.ofPost}) hidden)`;
