import { preferenceSql } from './setting-sql.ts';

export const wantsPushSql = (m: string, type: string): string => `(${m}.push_notification_preferences ->> ${preferenceSql(type)})::boolean`;

/**
 * Queues one push per device and notification in `added`. Pushes wait for the end of the ten-second window. Then only the last notification
 * of a group is pushed.
 */
export const queuePushesSql = `select from added n join push_subscriptions s on s.member_id = n.member_id join members pm on pm.id = n.member_id
    cross join lateral graphile_worker.add_job(
      'send_push', payload => json_build_object('member_id', pm.id, 'notification_id', n.id, 'subscription_id', s.id, 'tries', 0),
      run_at => to_timestamp((${tenSecondWindowSql('n.created_at')} + 1) * 10))
    where ${wantsPushSql('pm', 'n.type')}`;

/** SQL: number of the ten-second window since 1970. */
export function tenSecondWindowSql(time: string): string {
  return `floor(extract(epoch from ${time}) / 10)`;
}
