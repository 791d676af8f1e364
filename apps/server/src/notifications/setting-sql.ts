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
