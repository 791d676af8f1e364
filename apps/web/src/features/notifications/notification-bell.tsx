import * as sentences from '@mbari/contract/sentences';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowRight, Bell } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { Button, IconButton } from '~/ui/button.tsx';
import { latestNotifications, markAllRead } from './notification-queries.ts';
import { NotificationRow } from './notification-row.tsx';
import './notifications.css';

const mostShown = 99;

/** The bell, its count, and the latest five. */
export function NotificationBell() {
  const { data } = useQuery(latestNotifications);
  const [open, setOpen] = useState(false);
  const id = useId();
  const bell = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const unread = data?.unread_count ?? 0;
  const close = () => setOpen(false);

  useEffect(() => {
    if (!open) return;
    const onPress = ({ target }: PointerEvent) => {
      if (target instanceof Node && !bell.current?.contains(target)) setOpen(false);
    };
    const onKey = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return;
      setOpen(false);
      button.current?.focus();
    };
    addEventListener('pointerdown', onPress);
    addEventListener('keydown', onKey);
    return () => {
      removeEventListener('pointerdown', onPress);
      removeEventListener('keydown', onKey);
    };
  }, [open]);

  return (
    <div ref={bell} className="bell">
      <IconButton
        ref={button}
        label={unread > 0 ? `Notifications, ${unread} unread` : 'Notifications'}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <Bell size={20} strokeWidth={1.6} aria-hidden="true" />
        {unread > 0 && (
          <span className="bell-count" aria-hidden="true">
            {unread > mostShown ? `${mostShown}+` : unread}
          </span>
        )}
      </IconButton>
      {open && (
        <section id={id} className="bell-list" aria-labelledby={`${id}-title`}>
          <BellHead titleId={`${id}-title`} unread={unread} />
          {data === undefined || data.notifications.length === 0 ? (
            <p className="px-s5 pb-s5 text-ink-quiet">{sentences.noNotifications}</p>
          ) : (
            <ul>
              {data.notifications.map((notification) => (
                <li key={notification.id}>
                  <NotificationRow notification={notification} onOpen={close} />
                </li>
              ))}
            </ul>
          )}
          <Link to="/notifications" className="bell-all" onClick={close}>
            See all <ArrowRight size={18} strokeWidth={1.6} aria-hidden="true" />
          </Link>
        </section>
      )}
    </div>
  );
}

function BellHead({ titleId, unread }: { titleId: string; unread: number }) {
  const client = useQueryClient();
  return (
    <header className="flex items-center justify-between gap-s3 px-s5 py-s3">
      <h2 id={titleId} className="display text-t26">
        Notifications
      </h2>
      {unread > 0 && (
        <Button kind="words" className="text-t15" onClick={() => void markAllRead(client).catch(() => undefined)}>
          Mark all as read
        </Button>
      )}
    </header>
  );
}
