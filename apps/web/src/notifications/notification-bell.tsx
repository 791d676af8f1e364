'use no memo';

import { number } from '@mbari/words/format';
import * as words from '@mbari/words/notifications';
import { useQuery } from '@tanstack/react-query';
import { Bell } from 'lucide-react';
import { type RefObject, useEffect, useEffectEvent, useId, useRef } from 'react';
import { isImeKey } from '~/platform/lib/keyboard.ts';
import { setTitlePrefix } from '~/platform/lib/page-title.ts';
import { useLazyDialog } from '~/platform/lib/use-lazy-dialog.ts';
import { IconButton } from '~/platform/ui/button.tsx';
import { latestNotifications, noNotifications } from './notification-queries.ts';
import './notifications.css';

/** Bell with the unread count. Loads the list's code on first opening. */
export function NotificationBell() {
  const { data = noNotifications } = useQuery(latestNotifications);
  const list = useLazyDialog(async () => (await import('./bell-list.tsx')).BellList);
  const open = list.Dialog !== null;
  const id = useId();
  const bell = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const count = unreadBadge(data);

  useEffect(() => {
    setTitlePrefix(count && words.beforeTitle({ unread: count }));
    return () => setTitlePrefix('');
  }, [count]);

  useCloseOnLeave(open, bell, button, list.close);

  return (
    <div ref={bell} className="bell">
      <IconButton ref={button} label={bellName(data)} aria-expanded={open} aria-controls={id} onClick={open ? list.close : list.open}>
        <Bell size={20} strokeWidth={1.6} aria-hidden="true" />
        {count !== '' && (
          <span className="bell-count" aria-hidden="true">
            {count}
          </span>
        )}
      </IconButton>
      {list.Dialog && <list.Dialog id={id} notifications={data.notifications} hasUnread={count !== ''} onClose={list.close} />}
    </div>
  );
}

type Ref<Part> = RefObject<Part | null>;

/** Closes the list by a press or Tab outside, or by Escape, which restores the focus. */
function useCloseOnLeave(open: boolean, bell: Ref<HTMLElement>, button: Ref<HTMLElement>, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!open) return;
    const box = bell.current;
    const onPress = ({ target }: PointerEvent) => {
      if (target instanceof Node && !box?.contains(target)) close();
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || isImeKey(event)) return;
      close();
      button.current?.focus();
    };
    // Checks the focus after Tab instead of on `focusout`, because a newly loaded page also takes the focus.
    const onTab = ({ key }: KeyboardEvent) => {
      if (key === 'Tab' && !box?.contains(document.activeElement)) close();
    };
    addEventListener('pointerdown', onPress);
    addEventListener('keydown', onKey);
    addEventListener('keyup', onTab);
    return () => {
      removeEventListener('keyup', onTab);
      removeEventListener('pointerdown', onPress);
      removeEventListener('keydown', onKey);
    };
  }, [open, bell, button]);
}

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

function bellName({ unread_groups_count: count = 0, unread_groups_count_is_capped: isCapped = false }: UnreadGroups): string {
  if (count === 0) return words.notifications;
  return isCapped ? words.bellWithMore({ count }) : words.bellWithUnread({ count });
}
