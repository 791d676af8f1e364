import { type NotificationKind, notificationKinds } from '@mbari/contract/notifications/kinds';
import { notificationSettings } from '@mbari/contract/notifications/settings';

export type KindWithSetting = {
  [Kind in NotificationKind]: (typeof notificationKinds)[Kind]['setting'] extends null ? never : Kind;
}[NotificationKind];

/** Column of `members` that turns the kind off in the app. */
export const settingColumn = (kind: KindWithSetting): string => notificationSettings[notificationKinds[kind].setting];

/** SQL: the push and email preference for the kind `type`, or null. */
export const preferenceSql = (type: string): string =>
  `case ${type} ${Object.entries(notificationKinds)
    .map(([kind, { setting }]) => (setting === null ? '' : `when '${kind}' then '${setting}'`))
    .join(' ')} end`;

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
