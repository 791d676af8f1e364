import { commentVisible } from './comments.ts';
import { memberVisible, notBlocked } from './members.ts';
import { photoThere, photoVisible, postsReach } from './photos.ts';

/** What organisers see of what is reported, and of what they did. Asked of organisers alone. See members.ts. */

/** The report `r` is shown to the viewer: nobody sees those of what is theirs, nor of themselves. */
export const reportShown = (viewer: string, r: string): string => `(${r}.owner_id is distinct from ${viewer})`;

/** The entry `l` of the log is shown to the viewer: that others reported them and were not followed says only that they did. */
export const logEntryShown = (viewer: string, l: string): string =>
  `(${l}.action <> 'dismiss_reports' or ${l}.member_id is distinct from ${viewer})`;

/** The post `p` by `m` may be read in a report: one of it is open (`isOpen`), or it was meant for the viewer, removed or not. */
export const photoReadInReport = (viewer: string, isOpen: string, p: string, m: string): string =>
  `(${isOpen} or (${p}.deleted_at is null and ${memberVisible(viewer, m)} and ${postsReach(viewer, m)}))`;

/** … and the comment `c` by `m` below the post `p` by `o`. */
export const commentReadInReport = (viewer: string, isOpen: string, c: string, m: string, p: string, o: string): string =>
  `(${isOpen} or ((${c}.deleted_at is null or ${c}.removed_at is not null) and ${memberVisible(viewer, m)}
      and ${photoThere(p)} and ${memberVisible(viewer, o)} and ${postsReach(viewer, o)}))`;

/** … and the post `p` of the forum by `m`. */
export const forumPostReadInReport = (viewer: string, isOpen: string, p: string, m: string): string =>
  `(${isOpen} or (${m}.is_live and ${p}.deleted_at is null and ${notBlocked(viewer, `${m}.id`)}))`;

/** The post `p` by `m` may be removed by the viewer: they may open it, or it is reported. */
export const photoRemovable = (viewer: string, p: string, m: string): string =>
  `(${photoThere(p)} and (${photoVisible(viewer, p, m)}
      or exists (select from reports r where r.photo_id = ${p}.id and r.resolved_at is null and ${reportShown(viewer, 'r')})))`;

/** … and the comment `c` by `m` below the post `p` by `o`. */
export const commentRemovable = (viewer: string, c: string, m: string, p: string, o: string): string =>
  `(${c}.deleted_at is null and ((${commentVisible(viewer, c, m)} and ${photoVisible(viewer, p, o)})
      or exists (select from reports r where r.comment_id = ${c}.id and r.resolved_at is null and ${reportShown(viewer, 'r')})))`;

/**
 * The appeal `a` against the entry `l` of the log is the viewer's to judge: it is not their own, and another did what it is against, unless
 * there is no other organiser.
 */
export const appealShown = (viewer: string, a: string, l: string): string =>
  `(${a}.member_id <> ${viewer} and (${l}.actor_id is distinct from ${viewer} or not exists (
      select from members o where o.role <> 'member' and o.is_live and o.id <> ${viewer} and o.id <> ${a}.member_id)))`;
