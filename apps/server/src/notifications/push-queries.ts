import type { Statements } from '../platform/db/database.ts';
import { preferenceOf } from './preference-of.ts';
import { isPushedTo, tenSecondsOf } from './pushes-of.ts';
import { isListed, joined, type NotificationRow, shownColumns } from './queries.ts';

export type PushableNotification = NotificationRow & {
  group_key: string;
  /** Number of actors among the newest 500 unread notifications of the group. */
  people: number;
  /** A newer notification of the group falls into the same ten seconds. */
  is_followed: boolean;
};

export const findPushableNotification = (db: Statements, memberId: string, id: string): Promise<PushableNotification | undefined> =>
  db.row(
    `with one as (
       select n.group_key, n.type, n.created_at from notifications n join members r on r.id = n.member_id and ${isPushedTo('r', 'n.type')}
        where n.member_id = $1 and n.id = $2 and n.read_at is null),
     n as materialized (
       select n.* from one join notifications n on n.member_id = $1 and n.group_key = one.group_key and n.type = one.type and n.read_at is null
        order by n.id desc limit 500),
     listed as materialized (select n.id, n.actor_id, n.created_at from n ${joined} where ${isListed})
     select ${shownColumns}, n.group_key, (select count(distinct l.actor_id)::int from listed l) as people,
            exists (select from listed l where l.id > n.id and ${tenSecondsOf('l.created_at')} = ${tenSecondsOf('n.created_at')}) as is_followed
       from n ${joined} where n.id = $2 and n.id in (select l.id from listed l)`,
    [memberId, id],
  );

export type UnreadRow = NotificationRow & { group_key: string };

export const listMailableRows = (db: Statements, memberId: string, ids: readonly string[]): Promise<UnreadRow[]> =>
  db.rows(
    `select ${shownColumns}, n.group_key
       from notifications n join members r on r.id = n.member_id and r.email_notification_preferences ->> ${preferenceOf('n.type')} <> 'off' ${joined}
      where n.member_id = $1 and n.id = any ($2::uuid[]) and n.read_at is null and ${isListed} order by n.id desc limit 500`,
    [memberId, ids],
  );
