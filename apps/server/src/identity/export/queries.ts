import type { Spot } from '@mbari/contract/photos/comments';
import { billingCustomers, members, planGrants, settings, subscriptions } from '../../people/table.ts';
import type { Statements } from '../../platform/db/database.ts';
import type { Row } from '../../platform/db/table.ts';
import { lowestId } from '../../platform/ids.ts';
import { memberVisible } from '../../platform/visibility/members.ts';
import { personShown, spotInPost } from '../../platform/visibility/photos.ts';
import { apiTokens, identities, invitations, passkeys } from '../table.ts';

// Everything a member made. Other members appear only as an id, or as a name if visible to the member.

/** A row of a paged list with its cursor. */
export type Keyed<Item> = Item & { key: string };

/** Reads the page after the row with this key; an empty cursor reads the first. */
export type ReadPage<Item> = (db: Statements, memberId: string, cursor: string) => Promise<Keyed<Item>[]>;

export const idAfter = `coalesce(nullif($2, ''), '${lowestId}')::uuid`;
/** SQL: the time in the cursor `$2`, which is `<time> id <id>`. */
const timeOfKey = `coalesce(nullif(split_part($2, ' id ', 1), ''), '-infinity')::timestamptz`;
const idOfTimeKey = `coalesce(nullif(split_part($2, ' id ', 2), ''), '${lowestId}')::uuid`;

const ownAccount = members.pick(
  'id',
  'username',
  'email',
  'email_verified_at',
  'role',
  'role_to_confirm',
  'role_without_groups',
  'created_at',
  'name',
  'bio',
  'gender',
  'occupation',
  'country',
  'country_code',
  'phone',
  'social_links',
  'avatar_image_id',
  'avatar_stock',
  'cover_image_id',
  'accent',
  'plan_name',
  'plan_ends_at',
  ...settings.keys,
);

export interface OwnAccount extends Row<typeof ownAccount> {
  pending_email: string | null;
  invited_at: Date | null;
  joining_answer: string | null;
  rules_accepted_at: Date | null;
  has_password: boolean;
  second_step_since: Date | null;
  recovery_codes_left: number;
  date_of_birth: string | null;
  interests: string[];
  followed_tags: string[];
  followed_categories: string[];
  pinned_posts: string[];
}

export const isSignedIn = async (db: Statements, memberId: string, sessionId: string): Promise<boolean> =>
  (await db.row('select from sessions s join members m on m.id = s.member_id and m.is_live where s.id = $2 and s.member_id = $1', [
    memberId,
    sessionId,
  ])) !== undefined;

export const findOwnAccount = (db: Statements, memberId: string) =>
  db.row<OwnAccount>(
    `select ${ownAccount.of('m')}, to_char(m.date_of_birth, 'YYYY-MM-DD') as date_of_birth, m.password_hash is not null as has_password,
            (select c.email from email_changes c where c.member_id = m.id) as pending_email,
            (select im.joined_at from invited_members im where im.member_id = m.id) as invited_at,
            (select a.answer from applications a where a.member_id = m.id) as joining_answer,
            (select ra.accepted_at from rules_acceptances ra where ra.member_id = m.id) as rules_accepted_at,
            (select t.confirmed_at from totp_secrets t where t.member_id = m.id) as second_step_since,
            (select count(*)::int from recovery_codes r where r.member_id = m.id and r.used_at is null) as recovery_codes_left,
            array(select c.name from member_interests mi join categories c on c.id = mi.category_id
                   where mi.member_id = m.id order by c.position) as interests,
            array(select ft.name from followed_tags ft where ft.member_id = m.id order by ft.tag) as followed_tags,
            array(select c.name from followed_categories fc join categories c on c.id = fc.category_id
                   where fc.member_id = m.id order by c.position) as followed_categories,
            array(select pp.photo_id::text from pinned_photos pp where pp.member_id = m.id order by pp.position) as pinned_posts
       from members m where m.id = $1`,
    [memberId],
  );

/** Leaves out secrets. */
export const listOwnSessions = (db: Statements, memberId: string) =>
  db.rows<{ id: string; device: string | null; signed_in_at: Date; used_at: Date; pushed_since: Date | null }>(
    `select s.id, coalesce(s.device_name, nullif(concat_ws(' on ', s.device_browser, s.device_system), '')) as device, s.created_at as signed_in_at, s.used_at, p.created_at as pushed_since
       from sessions s left join push_subscriptions p on p.session_id = s.id where s.member_id = $1 order by s.created_at, s.id`,
    [memberId],
  );

const ownPasskey = passkeys.pick('name', 'is_synced', 'created_at', 'used_at');

export const listOwnPasskeys = (db: Statements, memberId: string) =>
  db.rows<Row<typeof ownPasskey>>(`select ${ownPasskey.names} from passkeys where member_id = $1 order by id`, [memberId]);

const ownApiToken = apiTokens.pick('name', 'scopes', 'created_at', 'expires_at', 'last_used_place');

export const listOwnApiTokens = (db: Statements, memberId: string) =>
  db.rows<Row<typeof ownApiToken> & { last_used_on: string | null }>(
    `select ${ownApiToken.names}, to_char(last_used_on, 'YYYY-MM-DD') as last_used_on from api_tokens where member_id = $1 order by id`,
    [memberId],
  );

const ownIdentity = identities.pick('issuer', 'email', 'created_at', 'used_at', 'granted_role', 'granted_plan');

export const listOwnIdentities = (db: Statements, memberId: string) =>
  db.rows<Row<typeof ownIdentity>>(
    `select ${ownIdentity.names} from identities where member_id = $1 order by created_at, issuer, subject`,
    [memberId],
  );

const ownGrant = planGrants.pick('plan_name', 'ends_at', 'created_at');

export const listOwnGrants = (db: Statements, memberId: string) =>
  db.rows<Row<typeof ownGrant>>(`select ${ownGrant.names} from plan_grants where member_id = $1`, [memberId]);

const ownCustomer = billingCustomers.pick('customer_id', 'created_at', 'deleted_at');

export const listOwnCustomers = (db: Statements, memberId: string) =>
  db.rows<Row<typeof ownCustomer>>(
    `select ${ownCustomer.names} from billing_customers where member_id = $1 order by created_at, customer_id`,
    [memberId],
  );

const ownSubscription = subscriptions.pick('id', 'customer_id', 'status', 'plan_name', 'ends_at');

export const listOwnSubscriptions = (db: Statements, memberId: string) =>
  db.rows<Row<typeof ownSubscription> & { changed_at: Date }>(
    `select ${ownSubscription.of('s')}, s.reported_at as changed_at
       from billing_customers c join subscriptions s on s.customer_id = c.customer_id where c.member_id = $1 order by s.reported_at, s.id`,
    [memberId],
  );

interface OwnComment {
  id: string;
  post_id: string;
  thread_id: string | null;
  reply_to: string | null;
  content: string;
  created_at: Date;
  is_critique: boolean;
  /** Spot of an image, as shares of its width and height. */
  pin: { image_id: string; x: number; y: number } | null;
}

export const listOwnComments: ReadPage<OwnComment> = (db, memberId, cursor) =>
  db.rows(
    `select id as key, id, photo_id as post_id, thread_id, reply_to_id as reply_to, content, created_at, is_critique,
            case when image_id is not null then jsonb_build_object('image_id', image_id, 'x', x, 'y', y) end as pin from comments
      where member_id = $1 and id > ${idAfter} and deleted_at is null order by id limit 500`,
    [memberId, cursor],
  );

export const listOwnLikes: ReadPage<{ post_id: string; created_at: Date }> = (db, memberId, cursor) =>
  db.rows(
    `select created_at || ' id ' || photo_id as key, photo_id as post_id, created_at from likes
      where member_id = $1 and created_at >= ${timeOfKey} and (created_at > ${timeOfKey} or photo_id < ${idOfTimeKey})
      order by created_at, photo_id desc limit 500`,
    [memberId, cursor],
  );

export const listOwnSavedPosts: ReadPage<{ post_id: string; saved_at: Date }> = (db, memberId, cursor) =>
  db.rows(
    `select photo_id as key, photo_id as post_id, saved_at from saved_posts
      where member_id = $1 and photo_id > ${idAfter} order by photo_id limit 500`,
    [memberId, cursor],
  );

export const listOwnNames: ReadPage<{ post_id: string; state: string; created_at: Date; place: Spot | null }> = (db, memberId, cursor) =>
  db.rows(
    `select ps.photo_id as key, ps.photo_id as post_id, ps.state, ps.created_at,
            case when ${personShown('$1', 'ps', 'm', 'p', 'o')} then ${spotInPost('ps')} end as place
       from people_shown ps join members m on m.id = ps.member_id join photos p on p.id = ps.photo_id join members o on o.id = p.member_id
      where ps.member_id = $1 and ps.photo_id > ${idAfter} order by ps.photo_id limit 500`,
    [memberId, cursor],
  );

export const listOwnAltProposals: ReadPage<{ image_id: string; text: string; state: string; created_at: Date }> = (db, memberId, cursor) =>
  db.rows(
    `select id as key, image_id, text, state, created_at from alt_proposals
      where member_id = $1 and id > ${idAfter} order by id limit 500`,
    [memberId, cursor],
  );

export const listOwnCommentLikes: ReadPage<{ comment_id: string; created_at: Date }> = (db, memberId, cursor) =>
  db.rows(
    `select comment_id as key, comment_id, created_at from comment_likes
      where member_id = $1 and comment_id > ${idAfter} order by comment_id limit 500`,
    [memberId, cursor],
  );

interface RelatedMember {
  member_id: string;
  username: string;
  created_at: Date;
}

export const listFollowing: ReadPage<RelatedMember> = (db, memberId, cursor) =>
  db.rows(
    `select m.id as key, m.id as member_id, m.username, f.created_at from follows f join members m on m.id = f.followed_id
      where f.follower_id = $1 and f.followed_id > ${idAfter} and ${memberVisible('$1', 'm')} order by f.followed_id limit 500`,
    [memberId, cursor],
  );

export const listFollowers: ReadPage<RelatedMember> = (db, memberId, cursor) =>
  db.rows(
    `select f.created_at || ' id ' || m.id as key, m.id as member_id, m.username, f.created_at
       from follows f join members m on m.id = f.follower_id
      where f.followed_id = $1 and (f.created_at, f.follower_id) > (${timeOfKey}, ${idOfTimeKey}) and ${memberVisible('$1', 'm')}
      order by f.created_at, f.follower_id limit 500`,
    [memberId, cursor],
  );

/** Leaves out suspended members, whose suspension is not public. */
export const listOwnBlocks: ReadPage<RelatedMember> = (db, memberId, cursor) =>
  db.rows(
    `select m.id as key, m.id as member_id, m.username, b.created_at from blocks b join members m on m.id = b.blocked_id and m.is_live
      where b.blocker_id = $1 and b.blocked_id > ${idAfter} order by b.blocked_id limit 500`,
    [memberId, cursor],
  );

export const listOwnMutes: ReadPage<RelatedMember> = (db, memberId, cursor) =>
  db.rows(
    `select m.id as key, m.id as member_id, m.username, u.created_at from mutes u join members m on m.id = u.muted_id
      where u.muter_id = $1 and u.muted_id > ${idAfter} and ${memberVisible('$1', 'm')} order by u.muted_id limit 500`,
    [memberId, cursor],
  );

const ownInvitation = invitations.pick('id', 'note', 'max_uses', 'used', 'expires_at', 'revoked_at');

/** Leaves out the members who joined. */
export const listOwnInvitations: ReadPage<Row<typeof ownInvitation>> = (db, memberId, cursor) =>
  db.rows(
    `select id as key, ${ownInvitation.names} from invitations
      where member_id = $1 and id > ${idAfter} order by id limit 500`,
    [memberId, cursor],
  );

interface OwnReport {
  id: string;
  about: string;
  post_id: string | null;
  comment_id: string | null;
  member_id: string | null;
  reason: string | null;
  /** Title of the rule cited instead of a reason. */
  rule: string | null;
  note: string | null;
  created_at: Date;
}

/** Leaves out the organisers' decision. */
export const listOwnReports: ReadPage<OwnReport> = (db, memberId, cursor) =>
  db.rows(
    `select id as key, id, case when photo_id is not null then 'photo' when comment_id is not null then 'comment'
                             when forum_post_id is not null then 'forum_post' when message_id is not null then 'message' else 'user' end as about,
            photo_id as post_id, comment_id, forum_post_id, member_id, reason,
            (select title from rules where rules.id = rule_id) as rule, note, created_at from reports
      where reporter_id = $1 and id > ${idAfter} order by id limit 500`,
    [memberId, cursor],
  );

interface OwnAppeal {
  against: string;
  body: string;
  created_at: Date;
}

/** Leaves out the decision, which the notifications contain. */
export const listOwnAppeals: ReadPage<OwnAppeal> = (db, memberId, cursor) =>
  db.rows(
    `select a.moderation_id as key, l.action as against, a.body, a.created_at
       from appeals a join moderation_log l on l.id = a.moderation_id
      where a.member_id = $1 and a.moderation_id > ${idAfter} order by a.moderation_id limit 500`,
    [memberId, cursor],
  );

interface OwnPendingPost {
  kind: string;
  title: string | null;
  body: string;
  created_at: Date;
  is_approved: boolean | null;
  reason: string | null;
}

/** Also lists posts already approved or refused, whose rows are deleted 30 days after the decision. */
export const listOwnPendingPosts: ReadPage<OwnPendingPost> = (db, memberId, cursor) =>
  db.rows(
    `select h.id as key, h.kind, h.title, h.body, h.poll, h.created_at, h.is_approved, h.reason
       from pending_posts h where h.member_id = $1 and h.id > ${idAfter} order by h.id limit 500`,
    [memberId, cursor],
  );

interface OwnNotification {
  id: string;
  type: string;
  from: string | null;
  post_id: string | null;
  forum_post_id: string | null;
  created_at: Date;
  read_at: Date | null;
}

/** Leaves out notifications about hidden members. */
export const listOwnNotifications: ReadPage<OwnNotification> = (db, memberId, cursor) =>
  db.rows(
    `select n.id as key, n.id, n.type, m.username as "from", n.photo_id as post_id, n.forum_post_id, n.created_at, n.read_at
       from notifications n left join members m on m.id = n.actor_id
      where n.member_id = $1 and n.id > ${idAfter} and (n.actor_id is null or ${memberVisible('$1', 'm')}) order by n.id limit 500`,
    [memberId, cursor],
  );

export const listOwnImages: ReadPage<{ id: string; width: number; created_at: Date }> = (db, memberId, cursor) =>
  db.rows(
    `select id as key, id, (select max(w) from unnest(widths) w) as width, created_at from images
      where member_id = $1 and id > ${idAfter} and deleted_at is null order by id limit 200`,
    [memberId, cursor],
  );

// One export per member across all nodes.

/** Takes the lease for 30 seconds. Returns false while another export holds it. */
export const acquireLease = async (db: Statements, memberId: string, holder: string): Promise<boolean> =>
  (await db.run(
    `insert into export_leases as l (member_id, holder, ends_at) select id, $2, now() + interval '30 seconds' from members where id = $1
     on conflict (member_id) do update set holder = excluded.holder, ends_at = excluded.ends_at where l.ends_at < now()`,
    [memberId, holder],
  )) > 0;

/** Extends the lease to 30 seconds from now. */
export const renewLease = (db: Statements, memberId: string, holder: string): Promise<number> =>
  db.run(`update export_leases set ends_at = now() + interval '30 seconds' where member_id = $1 and holder = $2`, [memberId, holder]);

export const isExportRunning = async (db: Statements, memberId: string): Promise<boolean> =>
  (await db.row('select from export_leases where member_id = $1 and ends_at > now()', [memberId])) !== undefined;

export const releaseLease = (db: Statements, memberId: string, holder: string): Promise<number> =>
  db.run('delete from export_leases where member_id = $1 and holder = $2', [memberId, holder]);
