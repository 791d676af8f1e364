import type { ForumSettings } from '@mbari/contract/shapes/members';
import type { Statements } from '../../db/database.ts';
import { received } from '../../visibility/photos.ts';
import { isPaid } from '../../visibility/plans.ts';
import { hasOnboarding } from './viewers.ts';

export interface NewMember {
  id: string;
  username: string;
  name: string;
  email: string;
  country_code: string;
  phone: string;
  password_hash: string;
}

/** Adds a pending account. The unique username decides: violates `members_username_key` where it is taken. */
export const addMember = (tx: Statements, member: NewMember) =>
  tx.run(`insert into members (id, username, name, email, country_code, phone, password_hash) values ($1, $2, $3, $4, $5, $6, $7)`, [
    member.id,
    member.username,
    member.name,
    member.email,
    member.country_code,
    member.phone,
    member.password_hash,
  ]);

/**
 * Adds a verified member under the first of these usernames that is free. 0 where none is, even just now. Violates
 * `members_verified_email` where the address is another member's.
 */
export const addVouchedMember = (tx: Statements, member: Pick<NewMember, 'id' | 'name' | 'email'>, usernames: readonly string[]) =>
  tx.run(
    `insert into members (id, username, name, email, email_verified_at)
     select $1, w.username, $2, $3, now() from unnest($4::text[]) with ordinality as w(username, n)
      where not exists (select from members m where m.username = w.username) order by w.n limit 1
     on conflict (username) do nothing`,
    [member.id, member.name, member.email, usernames],
  );

/** 1 for the click that verified it, 0 for any after. Violates `members_verified_email` where another account was first. */
export const setEmailVerified = (tx: Statements, memberId: string, email: string) =>
  tx.run('update members set email_verified_at = now() where id = $1 and email = $2 and email_verified_at is null and is_live', [
    memberId,
    email,
  ]);

/** 1 where it was moved. Violates `members_verified_email` where another account has verified the new one. */
export const setEmail = (tx: Statements, memberId: string, from: string, to: string) =>
  tx.run('update members set email = $3, email_verified_at = now() where id = $1 and email = $2 and is_live', [memberId, from, to]);

export const setPasswordHash = (tx: Statements, memberId: string, hash: string | null) =>
  tx.run('update members set password_hash = $2 where id = $1', [memberId, hash]);

/** The same password in another form; 0 where it is not the same any more. */
export const replacePasswordHash = (db: Statements, memberId: string, from: string, to: string) =>
  db.run('update members set password_hash = $3 where id = $1 and password_hash = $2', [memberId, from, to]);

/** Going and coming back changes the counts of every post that the member liked: for one with a hundred thousand, that takes seconds. */
export const allowSeconds = (tx: Statements) => tx.run(`select set_config('statement_timeout', '60s', true)`);

/** A member and everybody whose counts change when they go, in the order of ids, as follows lock their two ends. */
export const lockWithNeighbours = (tx: Statements, memberId: string) =>
  tx.run(
    `with held as (
       select id from members
        where id in (select $1::uuid union select followed_id from follows where follower_id = $1
                     union select follower_id from follows where followed_id = $1)
        order by id for no key update)
     select count(*) from held`,
    [memberId],
  );

/** 1 for whoever closes it, 0 where it is closed already. */
export const setClosed = (tx: Statements, memberId: string) =>
  tx.run('update members set closed_at = now() where id = $1 and closed_at is null', [memberId]);

/** 1 where it is closed. */
export const countClosed = (tx: Statements, memberId: string) =>
  tx.run('select from members where id = $1 and closed_at is not null', [memberId]);

/** 1 where the account is open now, 0 where it is closed for good. */
export const reopenMember = (tx: Statements, memberId: string) =>
  tx.run(
    `update members set closed_at = null
      where id = $1 and erasing_since is null and (closed_at is null or closed_at > now() - interval '14 days')`,
    [memberId],
  );

/** Marks what is due, or was marked before and is not done. Whoever reopens the account at the same time is first, or too late. */
export const setErasing = (db: Statements) =>
  db.rows<{ id: string }>(
    `update members set erasing_since = coalesce(erasing_since, now()), avatar_image_id = null, cover_image_id = null
      where id in (select id from members where closed_at <= now() - interval '14 days' order by closed_at limit 100)
        and closed_at <= now() - interval '14 days' returning id`,
  );

export const removeErased = (db: Statements, memberId: string) =>
  db.run('delete from members where id = $1 and erasing_since is not null', [memberId]);

/** The condition stands outside, too: an address that is verified while the sweep waits for its row is asked about once more. */
export const removeStalePending = (db: Statements) =>
  db.run(
    `delete from members where email_verified_at is null and id in (
       select id from members where email_verified_at is null and created_at < now() - interval '48 hours' order by created_at limit 1000)`,
  );

export interface CurrentUserRow extends ForumSettings {
  id: string;
  name: string;
  username: string;
  email: string;
  email_verified_at: Date | null;
  has_onboarding: boolean;
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
}

/** Everything a member sees of themselves. */
export const findCurrentUser = (db: Statements, memberId: string) =>
  db.row<CurrentUserRow>(
    `select m.id, m.name, m.username, m.email, m.email_verified_at, ${hasOnboarding('m')} as has_onboarding, m.role, m.phone, m.country_code,
            m.country, m.occupation, m.bio, m.gender, to_char(m.date_of_birth, 'YYYY-MM-DD') as date_of_birth, m.created_at,
            m.avatar_image_id, m.avatar_stock, m.photos_count, m.followers_count, m.following_count, m.social_links, m.plan_name, m.plan_ends_at,
            ${isPaid('m')} as is_paid, m.profile_visibility, m.post_visibility, m.contact_visibility, m.show_online_status,
            m.allow_direct_messages, m.show_email, m.show_phone_number, m.show_location, m.show_birthday,
            m.notify_on_mention, m.notify_on_reply, m.notify_on_follow, m.email_notification_preferences,
            coalesce((select array_agg(mi.category_id::text order by c.position) from member_interests mi
                        join categories c on c.id = mi.category_id where mi.member_id = m.id), '{}') as interests,
            received.likes_count, received.comments_count
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
  /** An empty one is taken away. */
  country?: string | undefined;
  /** Null takes the number away. */
  phone?: string | null | undefined;
  /** Those named are set; an empty one is taken away. */
  social_links?: Record<string, string | undefined> | undefined;
  /** A stock picture takes the place of an uploaded one. */
  avatar_stock?: string | undefined;
}

/** Changes what is given and leaves the rest. Answers the uploaded picture that was worn until now, if another takes its place. */
export const setProfile = (tx: Statements, memberId: string, change: ProfileChange) =>
  tx.row<{ replaced_image_id: string | null }>(
    `with was as (select id, avatar_image_id from members where id = $1 for update)
     update members m set
       name = coalesce($2, m.name), bio = coalesce($3, m.bio), gender = coalesce($4, m.gender),
       date_of_birth = coalesce($5::date, m.date_of_birth), occupation = coalesce($6, m.occupation), country = case when $7::text is null then m.country else nullif($7, '') end,
       phone = case when $8 then $9 else m.phone end, social_links = (m.social_links || $10::jsonb) - $12::text[],
       avatar_stock = coalesce($11, m.avatar_stock), avatar_image_id = case when $11::text is null then m.avatar_image_id end
       from was where m.id = was.id
     returning case when $11::text is not null then was.avatar_image_id end as replaced_image_id`,
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

/** Answers the uploaded picture that was worn until now. */
export const setAvatarImage = (tx: Statements, memberId: string, imageId: string) =>
  tx.row<{ replaced_image_id: string | null }>(
    `with was as (select id, avatar_image_id from members where id = $1 for update)
     update members m set avatar_image_id = $2, avatar_stock = null from was where m.id = was.id
     returning was.avatar_image_id as replaced_image_id`,
    [memberId, imageId],
  );

export const findCountryCode = (db: Statements, memberId: string) =>
  db.row<{ country_code: string | null }>('select country_code from members where id = $1', [memberId]);

export const findNames = (db: Statements, memberId: string) =>
  db.row<{ name: string; occupation: string | null }>('select name, occupation from members where id = $1', [memberId]);

export interface InterestRow {
  id: string;
  name: string;
  slug: string;
  is_selected: boolean;
}

export const listInterests = (db: Statements, memberId: string) =>
  db.rows<InterestRow>(
    `select c.id, c.name, c.slug, mi.member_id is not null as is_selected
       from categories c left join member_interests mi on mi.category_id = c.id and mi.member_id = $1 order by c.position`,
    [memberId],
  );

/** The category each word (id, slug or name) means, in the order of the words; null for a word that means none. */
export const findCategoriesByWord = (db: Statements, words: string[]) =>
  db.rows<{ id: string | null }>(
    `select c.id from unnest($1::text[]) with ordinality as w(word, n)
       left join categories c on c.id::text = w.word or c.slug = lower(w.word) or lower(c.name) = lower(w.word)
      order by w.n`,
    [words],
  );

/** Holds the member's row, so that two changes of the same list never mix. */
export const lockMember = (tx: Statements, memberId: string) => tx.run('select from members where id = $1 for no key update', [memberId]);

export const removeInterestsExcept = (tx: Statements, memberId: string, ids: string[]) =>
  tx.run('delete from member_interests where member_id = $1 and category_id <> all($2::uuid[])', [memberId, ids]);

export const addInterests = (tx: Statements, memberId: string, ids: string[]) =>
  tx.run(
    `insert into member_interests (member_id, category_id) select $1, c.id from categories c where c.id = any($2::uuid[])
     on conflict do nothing`,
    [memberId, ids],
  );

/** Adds a member whose address the operator vouches for. Violates `members_username_key` or `members_verified_email`. */
export const addAdmin = (db: Statements, member: Pick<NewMember, 'id' | 'username' | 'name' | 'email' | 'password_hash'>) =>
  db.run(
    `insert into members (id, username, name, email, password_hash, email_verified_at, role) values ($1, $2, $3, $4, $5, now(), 'admin')`,
    [member.id, member.username, member.name, member.email, member.password_hash],
  );

/** By username or verified address. 0 where there is no such member. */
export const setRole = (db: Statements, who: string, role: 'member' | 'moderator' | 'admin') =>
  db.run('update members set role = $2 where username = $1 or (email = $1 and email_verified_at is not null)', [who, role]);

/** As `setRole`. */
export const lockMemberCalled = (tx: Statements, who: string) =>
  tx.row<{ id: string }>('select id from members where username = $1 or (email = $1 and email_verified_at is not null) for no key update', [
    who,
  ]);

/** Those of them who are there, held in the order of their ids. */
export const lockMembers = (tx: Statements, ids: readonly string[]) =>
  tx.rows<{ id: string }>('select id from members where id = any($1::uuid[]) order by id for no key update', [ids]);

/** No name: no plan. No end: until further notice. */
export const setMemberPlan = (tx: Statements, memberId: string, name: string | null, endsAt: Date | null) =>
  tx.run(
    `update members set plan_name = $2, plan_ends_at = $3
      where id = $1 and (plan_name is distinct from $2::text or plan_ends_at is distinct from $3::timestamptz)`,
    [memberId, name, endsAt],
  );
