import * as limits from '@mbari/contract/platform/limits';
import type { PushTarget } from '../../platform/adapters/push-sender.ts';
import type { Statements } from '../../platform/db/database.ts';
import type { Row } from '../../platform/db/table.ts';
import type { Device } from '../../platform/http/device.ts';
import { isOnboarded } from '../../platform/viewers.ts';
import { tenSecondWindowSql, wantsPushSql } from '../delivery-sql.ts';
import { isListed, type NotificationRow, notificationColumns, subjectJoins } from '../queries.ts';
import { pushSubscriptions } from '../table.ts';

const listed = pushSubscriptions.pick('id', 'session_id', 'shows_content', 'created_at');
const target = pushSubscriptions.pick('member_id', 'endpoint', 'p256dh', 'auth', 'shows_content');

export type ListedSubscription = Row<typeof listed> & Device;

const listedColumns = `${listed.of('p')}, s.device_name, s.device_browser, s.device_system`;
const fromWithSession = 'push_subscriptions p join sessions s on s.id = p.session_id';

/** Newest first, at most one for each session. */
export const listSubscriptions = (db: Statements, memberId: string) =>
  db.rows<ListedSubscription>(
    `select ${listedColumns} from ${fromWithSession} where p.member_id = $1 order by p.created_at desc, p.id desc limit ${limits.sessions}`,
    [memberId],
  );

export const findSessionSubscription = (db: Statements, sessionId: string) =>
  db.row<ListedSubscription>(`select ${listedColumns} from ${fromWithSession} where p.session_id = $1`, [sessionId]);

/** Serialises concurrent subscriptions of one session. Returns undefined if the session has ended. */
export const lockSession = (tx: Statements, memberId: string, sessionId: string) =>
  tx.row('select from sessions where id = $2 and member_id = $1 for no key update', [memberId, sessionId]);

export const deleteOtherSubscriptions = (tx: Statements, sessionId: string, endpointHash: Buffer) =>
  tx.run('delete from push_subscriptions where session_id = $1 and endpoint_hash <> $2', [sessionId, endpointHash]);

export interface NewSubscription extends PushTarget {
  id: string;
  memberId: string;
  sessionId: string;
  endpointHash: Buffer;
  shows_content: boolean;
}

/** Replaces the browser's subscription, even another member's. */
export const upsertSubscription = (tx: Statements, subscription: NewSubscription) =>
  tx.run(
    `insert into push_subscriptions as p (id, member_id, session_id, endpoint, endpoint_hash, p256dh, auth, shows_content)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (endpoint_hash) do update
        set id = case when p.session_id = excluded.session_id then p.id else excluded.id end, member_id = excluded.member_id,
            session_id = excluded.session_id, p256dh = excluded.p256dh, auth = excluded.auth, shows_content = excluded.shows_content,
            created_at = case when p.session_id = excluded.session_id then p.created_at else excluded.created_at end`,
    [
      subscription.id,
      subscription.memberId,
      subscription.sessionId,
      subscription.endpoint,
      subscription.endpointHash,
      subscription.p256dh,
      subscription.auth,
      subscription.shows_content,
    ],
  );

export const deleteSubscription = (db: Statements, memberId: string, id: string) =>
  db.run('delete from push_subscriptions where id = $2 and member_id = $1', [memberId, id]);

export type Subscription = Row<typeof target> & { locale: string | null };

const fromPushable = `push_subscriptions p join members m on m.id = p.member_id and ${isOnboarded('m')}
       join sessions s on s.id = p.session_id and s.used_at > now() - interval '30 days' and s.created_at > now() - interval '180 days'`;

/** Returns the subscription if its member can sign in and its session has not expired, so a browser unused for a month gets no pushes. */
export const findSubscription = (db: Statements, id: string) =>
  db.row<Subscription>(`select ${target.of('p')}, m.locale from ${fromPushable} where p.id = $1`, [id]);

/** Returns the member's subscriptions that get pushes. */
export const listPushable = (db: Statements, memberId: string) =>
  db.rows<Subscription & Device>(
    `select ${target.of('p')}, m.locale, s.device_name, s.device_browser, s.device_system from ${fromPushable}
      where p.member_id = $1 order by p.created_at desc limit ${limits.sessions}`,
    [memberId],
  );

/** Deletes nothing if the browser has subscribed again. */
export const deleteDeadSubscription = (db: Statements, id: string, endpoint: string) =>
  db.run('delete from push_subscriptions where id = $1 and endpoint = $2', [id, endpoint]);

export const deleteSubscriptions = (db: Statements) => db.run('delete from push_subscriptions');

export type PushableNotification = NotificationRow & {
  group_key: string;
  /** Number of actors among the newest 500 unread notifications of the group. */
  people: number;
  /** A newer notification of the group falls into the same ten seconds. */
  is_followed: boolean;
};

export const findPushableNotification = (db: Statements, memberId: string, id: string): Promise<PushableNotification | undefined> =>
  db.row(
    `with anchor as (
       select n.group_key, n.type, n.created_at from notifications n join members r on r.id = n.member_id and ${wantsPushSql('r', 'n.type')}
        where n.member_id = $1 and n.id = $2 and n.read_at is null),
     n as materialized (
       select n.* from anchor join notifications n on n.member_id = $1 and n.group_key = anchor.group_key and n.type = anchor.type and n.read_at is null
        order by n.id desc limit 500),
     listed as materialized (select n.id, n.actor_id, n.created_at from n ${subjectJoins} where ${isListed})
     select ${notificationColumns}, n.group_key, (select count(distinct l.actor_id)::int from listed l) as people,
            exists (select from listed l where l.id > n.id and ${tenSecondWindowSql('l.created_at')} = ${tenSecondWindowSql('n.created_at')}) as is_followed
       from n ${subjectJoins} where n.id = $2 and n.id in (select l.id from listed l)`,
    [memberId, id],
  );
