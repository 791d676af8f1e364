/**
 * Who sees whom, as SQL conditions. Every read of the community is written with the files of this folder; nothing else in the code decides
 * visibility. They read settings as they are at that moment.
 *
 * `viewer` is the SQL of the viewer's id, usually `$1`; the other arguments are table aliases.
 */

/** Those whom the viewer blocked or who blocked the viewer. Read once a query, not once a row. */
export const blockedBy = (viewer: string): string =>
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

/** The members whom the viewer neither sees nor hears: blocked either way, or muted. Usually none. */
export const hiddenFrom = (viewer: string): string => `(${blockedBy(viewer)} union ${mutedBy(viewer)})`;

/** `m` is a member whom the viewer sees and hears. Asked of hundreds of rows: whom it hides is read and hashed once a query. */
export const memberHeard = (viewer: string, m: string): string =>
  `(${m}.id = ${viewer} or (${m}.is_live and ${m}.id not in ${hiddenFrom(viewer)}))`;

/** Anybody is hidden from the viewer. */
export const hidesAnybody = (viewer: string): string =>
  `(exists (select from blocks where blocker_id = ${viewer}) or exists (select from blocks where blocked_id = ${viewer})
    or exists (select from mutes where muter_id = ${viewer}))`;

/** `m` is there for everybody who has no block with them, and so are their posts. */
export const ownerPublic = (m: string): string => `${m}.audience = 'public' and ${m}.is_live`;

/** `m` is there, and their posts reach followers only. */
export const ownerRestricted = (m: string): string => `${m}.audience = 'followers' and ${m}.is_live`;

/** The member `m` reads and does not write. */
export const isSilenced = (m: string): string =>
  `(${m}.silenced_at is not null and (${m}.silenced_until is null or ${m}.silenced_until > now()))`;

/** Why, and until when, as JSON of the database; null where they write. */
export const silenceOf = (m: string): string =>
  `case when ${isSilenced(m)} then jsonb_build_object('reason', coalesce(${m}.silence_reason, ''), 'until', ${m}.silenced_until) end`;
