import { type Entitlements, entitlements } from '@mbari/contract/people/plans';

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

/** The viewer may read how they relate to `m`: also to members whom they blocked, as their list of blocked members does. */
export const memberRelated = (viewer: string, m: string): string =>
  `(${memberVisible(viewer, m)} or (${m}.is_live and exists (select from blocks where blocker_id = ${viewer} and blocked_id = ${m}.id)))`;

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

/** The account `m` has proved to own its address: verified or awaiting approval. */
export const addressProved = (m: string): string => `(${m}.email_verified_at is not null or ${m}.awaits_approval_since is not null)`;

/** The account `m` is suspended and its mailbox blocked from registering. `email` (column or parameter) has the same mailbox. */
export const blocksMailbox = (m: string, email: string): string =>
  `(mailbox(${m}.email) = mailbox(${email}) and ${m}.suspended_at is not null and (select j.block_aliases from joining j))`;

export const isPaid = (m: string): string => `(${m}.plan_name is not null and (${m}.plan_ends_at is null or ${m}.plan_ends_at > now()))`;

type Permission = { [Name in keyof Entitlements]: Entitlements[Name] extends boolean ? Name : never }[keyof Entitlements];

/** The member's current plan allows `permission`: `entitlementsOf` in SQL. */
export const isEntitledTo = (permission: Permission, m: string): string =>
  `(case when ${isPaid(m)} then ${entitlements.premium[permission]} else ${entitlements.free[permission]} end)`;

export const storageOf = (m: string): string =>
  `(case when ${isPaid(m)} then ${entitlements.premium.storageBytes} else ${entitlements.free.storageBytes} end)`;
