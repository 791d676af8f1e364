import { number } from '@mbari/words/format';
import * as words from '@mbari/words/notifications';

interface UnreadGroups {
  unread_groups_count?: number | undefined;
  unread_groups_count_is_capped?: boolean | undefined;
}

const maximum = 99;

/** Badge such as `3` or `99+`; empty if nothing is unread. */
export function unreadBadge({ unread_groups_count: count = 0, unread_groups_count_is_capped: isCapped = false }: UnreadGroups): string {
  if (count === 0) return '';
  return isCapped || count > maximum ? words.moreThan({ count: Math.min(count, maximum) }) : number(count);
}

export function bellName({ unread_groups_count: count = 0, unread_groups_count_is_capped: isCapped = false }: UnreadGroups): string {
  if (count === 0) return words.notifications;
  return isCapped ? words.bellWithMore({ count }) : words.bellWithUnread({ count });
}
