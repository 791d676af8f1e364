import type { Notification } from '@mbari/contract/notifications/notifications';
import * as words from '@mbari/words/notifications';
import * as sentences from '@mbari/words/sentences';
import { Link } from '@tanstack/react-router';
import { ArrowRight } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '~/platform/ui/button.tsx';
import { NotificationRow } from './notification-row.tsx';
import { useMarkAllRead } from './use-mark-all-read.ts';

interface BellListProps {
  id: string;
  notifications: readonly Notification[];
  hasUnread: boolean;
  onClose: () => void;
}

export function BellList({ id, notifications, hasUnread, onClose }: BellListProps) {
  return (
    <section id={id} className="bell-list" aria-labelledby={`${id}-title`}>
      <BellHead titleId={`${id}-title`} hasUnread={hasUnread} />
      {notifications.length === 0 ? (
        <p className="px-s5 pb-s5 text-ink-quiet">{sentences.noNotifications}</p>
      ) : (
        <ul>
          {notifications.map((notification) => (
            <li key={notification.id}>
              <NotificationRow notification={notification} onOpen={onClose} />
            </li>
          ))}
        </ul>
      )}
      <Link to="/notifications" className="bell-all" onClick={onClose}>
        {words.seeAll} <ArrowRight size={18} strokeWidth={1.6} aria-hidden="true" />
      </Link>
    </section>
  );
}

function BellHead({ titleId, hasUnread }: { titleId: string; hasUnread: boolean }) {
  const title = useRef<HTMLHeadingElement>(null);
  const markAllRead = useMarkAllRead(title);
  return (
    <header className="flex items-center justify-between gap-s3 px-s5 py-s3">
      <h2 ref={title} id={titleId} tabIndex={-1} className="text-t20 font-semibold">
        {words.notifications}
      </h2>
      {hasUnread && (
        <Button kind="text" className="text-t15" onClick={markAllRead}>
          {words.markAllRead}
        </Button>
      )}
    </header>
  );
}
