import type { Rule } from '@mbari/contract/moderation/rules';
import type { ForumSettings } from '@mbari/contract/people/members';
import type { Statements } from '../platform/db/database.ts';
import type { Silence } from '../platform/http/viewer.ts';
import { ruleJson } from '../platform/moderation/cited-rule.ts';
import { hasAcceptedRules, hasOnboarding } from '../platform/viewers.ts';
import { silenceOf } from '../platform/visibility/members.ts';
import { received } from '../platform/visibility/photos.ts';
import { isPaid } from '../platform/visibility/plans.ts';

/** SQL: the oldest unacknowledged warning as JSON. */
const warningOf = (member: string): string =>
  `(select jsonb_build_object('id', l.id, 'reason', l.reason, 'rule', ${ruleJson('l.rule_id')}, 'created_at', l.created_at)
      from warnings w join moderation_log l on l.id = w.moderation_id
     where w.member_id = ${member} and w.acknowledged_at is null order by w.moderation_id limit 1)`;

export interface CurrentUserRow extends ForumSettings {
  announcements: { id: string; text: string; is_dismissable: boolean }[];
  id: string;
  name: string;
  username: string;
  email: string;
  email_verified_at: Date | null;
  awaits_approval_since: Date | null;
  has_onboarding: boolean;
  rules_accepted: boolean;
  role: 'member' | 'moderator' | 'admin';
  phone: string | null;
  country_code: string | null;
  country: string | null;
  occupation: string | null;
  bio: string | null;
  gender: string | null;
  date_of_birth: string | null;
  created_at: Date;
  avatar_image_id: string | null;
  avatar_stock: string | null;
  interests: string[];
  photos_count: number;
  likes_count: number;
  comments_count: number;
  followers_count: number;
  following_count: number;
  social_links: Record<string, string>;
  plan_name: string | null;
  plan_ends_at: Date | null;
  is_paid: boolean;
  warning: { id: string; reason: string | null; rule: Rule | null; created_at: string } | null;
  silence: Silence | null;
}

export const findCurrentUser = (db: Statements, memberId: string) =>
  db.row<CurrentUserRow>(
    `select m.id, m.name, m.username, m.email, m.email_verified_at, m.awaits_approval_since, ${hasOnboarding('m')} as has_onboarding, ${hasAcceptedRules('m')} as rules_accepted, m.role, m.phone, m.country_code,
            m.country, m.occupation, m.bio, m.gender, to_char(m.date_of_birth, 'YYYY-MM-DD') as date_of_birth, m.created_at,
            m.avatar_image_id, m.avatar_stock, m.photos_count, m.followers_count, m.following_count, m.social_links, m.plan_name, m.plan_ends_at,
            ${isPaid('m')} as is_paid, m.profile_visibility, m.post_visibility, m.contact_visibility, m.show_online_status,
            m.allow_direct_messages, m.show_email, m.show_phone_number, m.show_location, m.show_birthday,
            m.notify_on_mention, m.notify_on_reply, m.notify_on_follow,
            m.notify_on_like, m.notify_on_comment, m.notify_on_forum, m.push_notification_preferences, m.email_notification_preferences, m.locale, m.time_zone, m.muted_words,
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

export interface ProfileChange {
  name?: string | undefined;
  bio?: string | undefined;
  gender?: string | undefined;
  date_of_birth?: string | undefined;
  occupation?: string | undefined;
  /** Empty removes the country. */
  country?: string | undefined;
  /** Null removes the number. */
  phone?: string | null | undefined;
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
       name = coalesce($2, m.name), bio = coalesce($3, m.bio), gender = coalesce($4, m.gender),
       date_of_birth = coalesce($5::date, m.date_of_birth), occupation = coalesce($6, m.occupation), country = case when $7::text is null then m.country else nullif($7, '') end,
       phone = case when $8 then $9 else m.phone end, social_links = (m.social_links || $10::jsonb) - $12::text[],
       avatar_stock = coalesce($11, m.avatar_stock), avatar_image_id = case when $11::text is null then m.avatar_image_id end
       from previous where m.id = previous.id
     returning case when $11::text is not null then previous.avatar_image_id end as replaced_image_id`,
    [
      memberId,
      change.name ?? null,
      change.bio ?? null,
      change.gender ?? null,
      change.date_of_birth ?? null,
      change.occupation ?? null,
      change.country ?? null,
      change.phone !== undefined,
      change.phone ?? null,
      JSON.stringify(change.social_links ?? {}),
      change.avatar_stock ?? null,
      Object.entries(change.social_links ?? {}).flatMap(([network, link]) => (link === '' ? network : [])),
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

export const findNames = (db: Statements, memberId: string) =>
  db.row<{ name: string; occupation: string | null; bio: string | null }>('select name, occupation, bio from members where id = $1', [
    memberId,
  ]);

export interface InterestRow {
  id: string;
  name: string;
  slug: string;
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
