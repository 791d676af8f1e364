import type { Rule } from '@mbari/contract/moderation/rules';
import type { ForumSettings } from '@mbari/contract/people/members';
import type { settingsChange } from '@mbari/contract/people/settings';
import type { Category } from '@mbari/contract/photos/categories';
import type { z } from 'zod';
import type { Statements } from '../platform/db/database.ts';
import type { Change, Row } from '../platform/db/table.ts';
import type { Silence } from '../platform/http/viewer.ts';
import { ruleJson } from '../platform/moderation/report-subject.ts';
import { hasAcceptedRules, hasOnboarding } from '../platform/viewers.ts';
import { isEntitledTo, isPaid, silenceOf } from '../platform/visibility/members.ts';
import { received } from '../platform/visibility/photos.ts';
import { members, replacedSettings, settings } from './table.ts';

/** SQL: the oldest unacknowledged warning as JSON. */
const warningOf = (member: string): string =>
  `(select jsonb_build_object('id', l.id, 'reason', l.reason, 'rule', ${ruleJson('l.rule_id')}, 'created_at', l.created_at)
      from warnings w join moderation_log l on l.id = w.moderation_id
     where w.member_id = ${member} and w.acknowledged_at is null order by w.moderation_id limit 1)`;

const ownColumns = members.pick(
  'id',
  'name',
  'username',
  'email',
  'email_verified_at',
  'awaits_approval_since',
  'role',
  'phone',
  'country_code',
  'country',
  'occupation',
  'bio',
  'gender',
  'created_at',
  'avatar_image_id',
  'avatar_stock',
  'photos_count',
  'followers_count',
  'following_count',
  'social_links',
  'plan_name',
  'plan_ends_at',
  ...settings.keys,
);

export interface CurrentUserRow extends Row<typeof ownColumns> {
  announcements: { id: string; text: string; is_dismissable: boolean }[];
  has_onboarding: boolean;
  rules_accepted: boolean;
  date_of_birth: string | null;
  interests: string[];
  likes_count: number;
  comments_count: number;
  is_paid: boolean;
  warning: { id: string; reason: string | null; rule: Rule | null; created_at: string } | null;
  silence: Silence | null;
}

export const findCurrentUser = (db: Statements, memberId: string) =>
  db.row<CurrentUserRow>(
    `select ${ownColumns.of('m')}, to_char(m.date_of_birth, 'YYYY-MM-DD') as date_of_birth, ${hasOnboarding('m')} as has_onboarding,
            ${hasAcceptedRules('m')} as rules_accepted, ${isPaid('m')} as is_paid,
            coalesce((select array_agg(mi.category_id::text order by c.position) from member_interests mi
                        join categories c on c.id = mi.category_id where mi.member_id = m.id), '{}') as interests,
            received.likes_count, received.comments_count, ${warningOf('m.id')} as warning, ${silenceOf('m')} as silence,
            coalesce((select json_agg(json_build_object('id', a.id, 'text', a.text, 'is_dismissable', a.is_dismissable)) from (
              select a.* from announcements a
               where a.begins_at <= now() and (a.ends_at is null or a.ends_at > now())
                 and not exists (select from announcement_dismissals d where d.member_id = m.id and d.announcement_id = a.id)
               order by a.begins_at desc, a.id desc limit 3) a), '[]') as announcements
       from members m
       cross join lateral ${received('$1', 'm.id')} received
      where m.id = $1`,
    [memberId],
  );

const written = members.pick('name', 'bio', 'gender', 'occupation', 'phone');

export interface ProfileChange extends Partial<Change<typeof written>> {
  date_of_birth?: string | undefined;
  /** Empty removes the country. */
  country?: string | undefined;
  /** Sets the given links; empty removes. */
  social_links?: Record<string, string | undefined> | undefined;
  /** Replaces an uploaded image. */
  avatar_stock?: string | undefined;
}

/** Changes the given fields. Returns the previous uploaded image if it is replaced. */
export const updateProfile = (tx: Statements, memberId: string, change: ProfileChange) =>
  tx.row<{ replaced_image_id: string | null }>(
    `with previous as (select id, avatar_image_id from members where id = $1 for update)
     update members m set
       ${written.set('m', '$2')}, date_of_birth = coalesce($3::date, m.date_of_birth),
       country = case when $4::text is null then m.country else nullif($4, '') end, social_links = (m.social_links || $5::jsonb) - $6::text[],
       avatar_stock = coalesce($7, m.avatar_stock), avatar_image_id = case when $7::text is null then m.avatar_image_id end
       from previous where m.id = previous.id
     returning case when $7::text is not null then previous.avatar_image_id end as replaced_image_id`,
    [
      memberId,
      written.record(change),
      change.date_of_birth ?? null,
      change.country ?? null,
      JSON.stringify(change.social_links ?? {}),
      Object.entries(change.social_links ?? {}).flatMap(([network, link]) => (link === '' ? network : [])),
      change.avatar_stock ?? null,
    ],
  );

/** Returns the previous uploaded image. */
export const updateAvatarImage = (tx: Statements, memberId: string, imageId: string) =>
  tx.row<{ replaced_image_id: string | null }>(
    `with previous as (select id, avatar_image_id from members where id = $1 for update)
     update members m set avatar_image_id = $2, avatar_stock = null from previous where m.id = previous.id
     returning previous.avatar_image_id as replaced_image_id`,
    [memberId, imageId],
  );

export const findCountryCode = (db: Statements, memberId: string) =>
  db.row<{ country_code: string | null }>('select country_code from members where id = $1', [memberId]);

const screened = members.pick('name', 'occupation', 'bio');

export const findNames = (db: Statements, memberId: string) =>
  db.row<Row<typeof screened>>(`select ${screened.names} from members where id = $1`, [memberId]);

export interface InterestRow extends Category {
  is_selected: boolean;
}

export const listInterests = (db: Statements, memberId: string) =>
  db.rows<InterestRow>(
    `select c.id, c.name, c.slug, mi.member_id is not null as is_selected
       from categories c left join member_interests mi on mi.category_id = c.id and mi.member_id = $1
      where c.leaving_at is null or mi.member_id is not null order by c.position`,
    [memberId],
  );

/** Serialises changes of a member's interests. */
export const lockMember = (tx: Statements, memberId: string) => tx.run('select from members where id = $1 for no key update', [memberId]);

export const deleteInterestsExcept = (tx: Statements, memberId: string, ids: string[]) =>
  tx.run('delete from member_interests where member_id = $1 and category_id <> all($2::uuid[])', [memberId, ids]);

export const insertInterests = (tx: Statements, memberId: string, ids: string[]) =>
  tx.run(
    `insert into member_interests (member_id, category_id) select $1, c.id from categories c where c.id = any($2::uuid[])
     on conflict do nothing`,
    [memberId, ids],
  );

/** Marks the interests step as done if there are no categories. Returns 0 if categories exist. */
export const markInterestsWaived = (tx: Statements, memberId: string): Promise<number> =>
  tx.run('update members set interests_waived = true where id = $1 and not exists (select from categories where leaving_at is null)', [
    memberId,
  ]);

export const findSettings = (db: Statements, memberId: string): Promise<ForumSettings | undefined> =>
  db.row(`select ${settings.names} from members where id = $1`, [memberId]);

/** Undefined fields and preferences stay unchanged. */
export type SettingsChange = z.output<typeof settingsChange>;

/** Reasons why nothing was saved. */
export interface SettingsConflicts {
  /** The profile would become private or public, and `mayFlip` is false. */
  would_flip: boolean;
  /** The change needs a plan. */
  refuses_profile: boolean;
  refuses_posts: boolean;
}

/** Changes everything or nothing. Checks plan and settings on the locked row. */
export const updateSettings = (
  tx: Statements,
  memberId: string,
  change: SettingsChange,
  mayFlip: boolean,
): Promise<SettingsConflicts | undefined> =>
  tx.row(
    `with settings_row as (
       select m.id, not $5 and coalesce($6 <> m.profile_visibility, false) as would_flip,
              not ${isEntitledTo('setsVisibility', 'm')} and coalesce($6 = 'private' and m.profile_visibility <> 'private', false) as refuses_profile,
              not ${isEntitledTo('setsVisibility', 'm')} and coalesce($7 = 'followers' and m.post_visibility <> 'followers', false) as refuses_posts
         from members m where m.id = $1 and m.is_live for no key update),
     update_settings as (
       update members m set ${replacedSettings.set('m', '$2')},
              push_notification_preferences = m.push_notification_preferences || $3::jsonb,
              email_notification_preferences = m.email_notification_preferences || $4::jsonb
         from settings_row where m.id = settings_row.id and not (settings_row.would_flip or settings_row.refuses_profile or settings_row.refuses_posts))
     select would_flip, refuses_profile, refuses_posts from settings_row`,
    [
      memberId,
      replacedSettings.record(change),
      JSON.stringify(change.push_notification_preferences ?? {}),
      JSON.stringify(change.email_notification_preferences ?? {}),
      mayFlip,
      change.profile_visibility,
      change.post_visibility,
    ],
  );
