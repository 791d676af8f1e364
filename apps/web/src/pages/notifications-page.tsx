import * as words from '@mbari/words/notifications';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CheckCheck, Settings2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { NotificationList } from '~/notifications/notification-list.tsx';
import { latestNotifications, noNotifications, type NotificationFilter } from '~/notifications/notification-queries.ts';
import { unreadBadge } from '~/notifications/unread-words.ts';
import { useMarkAllRead } from '~/notifications/use-mark-all-read.ts';
import '~/notifications/notifications.css';
import { Button } from '~/platform/ui/button.tsx';
import { Tabs } from '~/platform/ui/tabs.tsx';

export function NotificationsPage() {
  const heading = useRef<HTMLHeadingElement>(null);
  const [filter, setFilter] = useState<NotificationFilter>('all');
  const unread = unreadBadge(useQuery(latestNotifications).data ?? noNotifications);
  const readAll = useMarkAllRead(heading);
  const labels = { all: words.all, unread: words.unread, read: words.read };
  return (
    <div className="notifications">
      <h1 ref={heading} tabIndex={-1} className="display-large">
        {words.notifications}
      </h1>
      <div className="notifications-head">
        <Tabs
          label={words.show}
          tabs={[
            { name: 'all', label: labels.all },
            { name: 'unread', label: <UnreadLabel unread={unread} /> },
            { name: 'read', label: labels.read },
          ]}
          chosen={filter}
          onChoose={setFilter}
          controls="notifications"
        />
        <div className="flex items-center gap-s2">
          {unread !== '' && (
            <Button kind="text" className="notifications-read-all" title={words.markAllRead} onClick={readAll}>
              <CheckCheck size={20} strokeWidth={1.6} aria-hidden="true" />
              <span>{words.markAllRead}</span>
            </Button>
          )}
          <Link to="/settings" search={{ tab: 'notifications' }} className="icon-button" aria-label={words.settings} title={words.settings}>
            <Settings2 size={20} strokeWidth={1.6} aria-hidden="true" />
          </Link>
        </div>
      </div>
      <section id="notifications" role="tabpanel" aria-label={labels[filter]}>
        <NotificationList key={filter} filter={filter} />
      </section>
    </div>
  );
}

function UnreadLabel({ unread }: { unread: string }) {
  if (unread === '') return words.unread;
  return (
    <>
      {words.unread} <span className="notifications-count">{unread}</span>
    </>
  );
}
