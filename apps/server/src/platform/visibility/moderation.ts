import * as limits from '@mbari/contract/platform/limits';
import { commentVisible } from './comments.ts';
import { exhibitionVisible } from './exhibitions.ts';
import { forumPostOpened, topicThere } from './forum.ts';
import { memberVisible, notBlocked } from './members.ts';
import { photoKept, photoShared, photoThere, photoVisible, reachesAll, reachesFollowers, reachesViewer } from './photos.ts';
import { seriesVisible } from './series.ts';

/** Visibility of reports, reported content and the moderation log. See members.ts. */

/** The row `x` was deleted recently enough for viewers who saw it to report it. */
const justDeleted = (x: string): string => `${x}.deleted_at > now() - interval '${limits.reportDeletedDays} days'`;

/**
 * The viewer could see content of the member `m` when it was deleted, at `time`: the account existed, without a block between them, and
 * `m` still exists. Later blocks do not count, because deleting and then blocking would prevent reports.
 */
const sawOf = (viewer: string, m: string, time: string): string =>
  `(${m}.is_live and exists (select from members saw where saw.id = ${viewer} and saw.created_at <= ${time})
    and not exists (select from blocks b where ((b.blocker_id = ${viewer} and b.blocked_id = ${m}.id) or (b.blocker_id = ${m}.id and b.blocked_id = ${viewer}))
                      and b.created_at <= ${time}))`;

/** `sawOf`, and the post `p` by `m` reached the viewer. */
const sawPost = (viewer: string, p: string, m: string, time: string): string =>
  `(${sawOf(viewer, m, time)} and ${photoShared(p)} and (${reachesAll(p, m)} or ${m}.id = ${viewer} or (${reachesFollowers(p)} and exists (
      select from follows f where f.follower_id = ${viewer} and f.followed_id = ${m}.id and f.created_at <= ${time}))))`;

/** The viewer may report the post `p` by `m`: they may open it, or could until it was deleted. */
export const photoReportable = (viewer: string, p: string, m: string): string =>
  `((${photoVisible(viewer, p, m)})
    or (${p}.removed_at is null and ${justDeleted(p)} and ${sawPost(viewer, p, m, `${p}.deleted_at`)}))`;

/** The viewer may report the comment `c` by `m` below the post `p` by `o`, either of which may be deleted. */
export const commentReportable = (viewer: string, c: string, m: string, p: string, o: string): string => {
  const deletedAt = `least(${c}.deleted_at, ${p}.deleted_at)`;
  return `((${commentVisible(viewer, c, m)} and ${photoVisible(viewer, p, o)})
    or (${c}.removed_at is null and ${p}.removed_at is null and ${deletedAt} is not null and (${c}.deleted_at is null or ${justDeleted(c)})
        and (${p}.deleted_at is null or ${justDeleted(p)}) and ${sawOf(viewer, m, deletedAt)} and ${sawPost(viewer, p, o, deletedAt)}))`;
};

/** The viewer may report the forum post `p` of the topic `t`; either may be deleted. Moved posts are reported in their new topic. */
export const forumPostReportable = (viewer: string, p: string, t: string): string => {
  const deletedAt = `least(${p}.deleted_at, ${t}.deleted_at)`;
  return `((${forumPostOpened(viewer, p)} and ${topicThere(t)})
    or (not ${p}.author_gone and ${t}.merged_into is null and ${deletedAt} is not null and (${p}.deleted_at is null or ${justDeleted(p)})
        and (${t}.deleted_at is null or ${justDeleted(t)}) and exists (
          select from members saw_author where saw_author.id = ${p}.author_id and ${sawOf(viewer, 'saw_author', deletedAt)})))`;
};

/** The message `msg` reached the member with the row `cm`, even if they have declined or left since. */
const messageReceived = (cm: string, msg: string): string =>
  `(${msg}.number between ${cm}.first_number and ${cm}.last_number and ${msg}.notice is null and ${msg}.taken_back_at is null)`;

/** The viewer, whose row is `cm`, may report the message `msg` by `m`. Blocks made since do not count. */
export const messageReportable = (viewer: string, cm: string, msg: string, m: string): string =>
  `(${messageReceived(cm, msg)} and ${sawOf(viewer, m, `${msg}.created_at`)})`;

/** The viewer, whose row is `cm`, may add the message `msg` to a report: their own, or one that they could read. */
export const messageInEvidence = (viewer: string, cm: string, msg: string): string =>
  `(${messageReceived(cm, msg)} and (${msg}.author_id is null or ${msg}.author_id = ${viewer} or exists (
     select from members msg_author where msg_author.id = ${msg}.author_id and ${sawOf(viewer, 'msg_author', `${msg}.created_at`)})))`;

/** The viewer curates the exhibition with this id. */
const curatesId = (viewer: string, id: string): string =>
  `exists (select from exhibition_curators mine where mine.exhibition_id = ${id} and mine.member_id = ${viewer} and mine.accepted_at is not null)`;

/** The feedback with this id is about an entry of the viewer, who must not learn its writer, not even as an organiser. */
export const receivesFeedback = (viewer: string, id: string): string =>
  `exists (select from challenge_feedback mine join challenge_entries entered on entered.id = mine.entry_id
            where mine.id = ${id} and entered.member_id = ${viewer})`;

/** The viewer may see the report `r`: it is not about the viewer, the viewer's content, or feedback to the viewer. */
export const reportShown = (viewer: string, r: string): string =>
  `(${r}.owner_id is distinct from ${viewer} and not ${curatesId(viewer, `${r}.subject_id`)}
    and not ${receivesFeedback(viewer, `${r}.subject_id`)})`;

/** The log entry `l` is about an exhibition, and not about one of its curators. */
export const aboutExhibition = (l: string): string => `${l}.action not in ('warn_member', 'silence_member', 'suspend_member')`;

/** The log entry `l` is about the viewer or the viewer's content. */
export const logEntryConcerns = (viewer: string, l: string): string =>
  `(${l}.member_id is not distinct from ${viewer} or (${aboutExhibition(l)} and ${curatesId(viewer, `${l}.exhibition_id`)}))`;

/**
 * The viewer may see the log entry `l`, unless it tells that the viewer was reported but nothing followed, or names the writer of feedback to
 * the viewer.
 */
export const logEntryShown = (viewer: string, l: string): string =>
  `((${l}.action not in ('dismiss_reports', 'read_messages') or not ${logEntryConcerns(viewer, l)})
    and (${l}.feedback_id is null or not ${receivesFeedback(viewer, `${l}.feedback_id`)}))`;

/** The viewer may read the post `p` by `m` in a report: the report is open (`isOpen`), or the post reaches the viewer anyway. */
export const photoReadInReport = (viewer: string, isOpen: string, p: string, m: string): string =>
  `(${isOpen} or (${p}.deleted_at is null and ${photoShared(p)} and ${memberVisible(viewer, m)} and ${reachesViewer(viewer, p, m)}))`;

/** The viewer may read the comment `c` by `m` below the post `p` by `o` in a report. */
export const commentReadInReport = (viewer: string, isOpen: string, c: string, m: string, p: string, o: string): string =>
  `(${isOpen} or ((${c}.deleted_at is null or ${c}.removed_at is not null) and ${memberVisible(viewer, m)}
      and ${photoThere(p)} and ${memberVisible(viewer, o)} and ${reachesViewer(viewer, p, o)}))`;

/** The viewer may read the forum post `p` by `m` in a report. */
export const forumPostReadInReport = (viewer: string, isOpen: string, p: string, m: string): string =>
  `(${isOpen} or (${m}.is_live and ${p}.deleted_at is null and ${notBlocked(viewer, `${m}.id`)}))`;

/** The viewer may read the series `s` by `m` in a report. */
export const seriesReadInReport = (viewer: string, isOpen: string, s: string, m: string): string =>
  `(${isOpen} or ${seriesVisible(viewer, s, m)})`;

/** The viewer may read the exhibition `e` in a report. */
export const exhibitionReadInReport = (viewer: string, isOpen: string, e: string): string =>
  `(${isOpen} or ${exhibitionVisible(viewer, e)})`;

/** The viewer may remove the post `p` by `m`: it is visible or reported. */
export const photoRemovable = (viewer: string, p: string, m: string): string =>
  `(${photoKept(p)} and (${photoVisible(viewer, p, m)}
      or exists (select from reports r where r.photo_id = ${p}.id and r.resolved_at is null and ${reportShown(viewer, 'r')})))`;

/** The viewer may remove the comment `c` by `m` below the post `p` by `o`. */
export const commentRemovable = (viewer: string, c: string, m: string, p: string, o: string): string =>
  `(${c}.deleted_at is null and ((${commentVisible(viewer, c, m)} and ${photoVisible(viewer, p, o)})
      or exists (select from reports r where r.comment_id = ${c}.id and r.resolved_at is null and ${reportShown(viewer, 'r')})))`;

/**
 * The viewer may decide the appeal `a` against the log entry `l`: another member appealed, and another organiser acted or
 * no other organiser could decide.
 */
export const appealShown = (viewer: string, a: string, l: string): string =>
  `(${a}.member_id <> ${viewer} and not ${curatesId(viewer, `${l}.exhibition_id`)} and not ${receivesFeedback(viewer, `${l}.feedback_id`)} and (${l}.actor_id is distinct from ${viewer} or not exists (
      select from members o where o.role <> 'member' and o.is_live and o.id <> ${viewer} and o.id <> ${a}.member_id)))`;
