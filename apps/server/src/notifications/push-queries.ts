import type { Statements } from '../platform/db/database.ts';
import { isListed, subjectJoins, type NotificationRow, notificationColumns } from './queries.ts';
import { wantsPushSql, tenSecondWindowSql } from './queue-pushes-sql.ts';
import { preferenceSql } from './setting-sql.ts';

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

export type UnreadRow = NotificationRow & { group_key: string };

export const listMailableRows = (db: Statements, memberId: string, ids: readonly string[]): Promise<UnreadRow[]> =>
  db.rows(
    `select ${notificationColumns}, n.group_key
       from notifications n join members r on r.id = n.member_id and r.email_notification_preferences ->> ${preferenceSql('n.type')} <> 'off' ${subjectJoins}
      where n.member_id = $1 and n.id = any ($2::uuid[]) and n.read_at is null and ${isListed} order by n.id desc limit 500`,
    [memberId, ids],
  );
