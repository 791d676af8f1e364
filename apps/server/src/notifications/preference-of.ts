import { type NotificationKind, notificationKinds } from '@mbari/contract/notification-kinds';
import { notificationSettings } from '@mbari/contract/notification-settings';

/** Kinds that a setting turns off. */
export type SwitchedKind = {
  [Kind in NotificationKind]: (typeof notificationKinds)[Kind]['setting'] extends null ? never : Kind;
}[NotificationKind];

/** The column of `members` that turns the kind off in the app. */
export const switchOf = (kind: SwitchedKind): string => notificationSettings[notificationKinds[kind].setting];

/** The preference of push and email for the kind `type`, in SQL. Null if there is none. */
export const preferenceOf = (type: string): string =>
  `case ${type} ${Object.entries(notificationKinds)
    .map(([kind, { setting }]) => (setting === null ? '' : `when '${kind}' then '${setting}'`))
    .join(' ')} end`;
