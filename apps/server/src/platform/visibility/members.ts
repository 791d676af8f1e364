/**
 * Visibility of members, as SQL conditions. Every read uses the files of this folder; no other code decides visibility.
 *
 * `viewer` is the SQL of the viewer's id, usually `$1`; the other arguments are table aliases.
 */

/** Members whom the viewer blocked or who blocked the viewer. Evaluated once per query. */
export const blockedBy = (viewer: string): string =>
  `select blocked_id from blocks where blocker_id = ${viewer} union all select blocker_id from blocks where blocked_id = ${viewer}`;

const mutedBy = (viewer: string): string => `select muted_id from mutes where muter_id = ${viewer}`;

export const notBlocked = (viewer: string, member: string): string => `${member} <> all (array(${blockedBy(viewer)}))`;

export const notMuted = (viewer: string, member: string): string => `${member} <> all (array(${mutedBy(viewer)}))`;

/** The member `m` exists for the viewer. */
export const memberVisible = (viewer: string, m: string): string =>
  `(${m}.id = ${viewer} or (${m}.is_live and ${notBlocked(viewer, `${m}.id`)}))`;

/** The viewer finds `m` in the directory: themselves or a public profile. Mutes do not matter here. */
export const memberListed = (viewer: string, m: string): string =>
  `${m}.is_live and ${m}.email_verified_at is not null
   and (${m}.id = ${viewer} or (${m}.profile_visibility = 'public' and ${notBlocked(viewer, `${m}.id`)}))`;

/** Members hidden from the viewer: blocked either way, or muted. Usually none. */
export const hiddenFrom = (viewer: string): string => `(${blockedBy(viewer)} union ${mutedBy(viewer)})`;

/**
 * The member `m` is visible and not muted. For queries that check hundreds of rows: if `viewer` is a parameter, the hidden members are hashed
 * once per query.
 */
export const memberHeard = (viewer: string, m: string): string =>
  `(${m}.id = ${viewer} or (${m}.is_live and ${m}.id not in ${hiddenFrom(viewer)}))`;

export const hidesAnybody = (viewer: string): string =>
  `(exists (select from blocks where blocker_id = ${viewer}) or exists (select from blocks where blocked_id = ${viewer})
    or exists (select from mutes where muter_id = ${viewer}))`;

/** Visitors may see the member `m`, who shares with everybody. Single posts may have another audience. */
export const memberShownToVisitors = (m: string): string => `${m}.audience = 'public' and ${m}.is_live and ${m}.show_to_visitors`;

export const isSilenced = (m: string): string =>
  `(${m}.silenced_at is not null and (${m}.silenced_until is null or ${m}.silenced_until > now()))`;

export const silenceOf = (m: string): string =>
  `case when ${isSilenced(m)} then jsonb_build_object('reason', coalesce(${m}.silence_reason, ''), 'until', ${m}.silenced_until) end`;
