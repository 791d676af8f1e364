import * as words from '@mbari/words/notifications';
import { requests as requestsTab } from '@mbari/words/people-shown';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CheckCheck, Settings2 } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { unreadBadge } from '~/notifications/notification-bell.tsx';
import { NotificationList } from '~/notifications/notification-list.tsx';
import { latestNotifications, noNotifications, type NotificationFilter } from '~/notifications/notification-queries.ts';
import { useMarkAllRead } from '~/notifications/use-mark-all-read.ts';
import { nameRequests } from '~/photos/people-shown/name-request-queries.ts';
import '~/notifications/notifications.css';
import '~/notifications/notifications-page.css';
import { itemsOf } from '~/platform/lib/query-cache.ts';
import { Button } from '~/platform/ui/button.tsx';
import { Spinner } from '~/platform/ui/spinner.tsx';
import { Tabs } from '~/platform/ui/tabs.tsx';

/** Loaded on demand, because few members have requests. */
const NameRequests = lazy(async () => ({ default: (await import('~/photos/people-shown/name-requests.tsx')).NameRequests }));

export default function NotificationsPage() {
  const heading = useRef<HTMLHeadingElement>(null);
  const [filter, setFilter] = useState<NotificationFilter | 'requests'>('all');
  const latest = useQuery(latestNotifications);
  const asked = useInfiniteQuery(nameRequests);
  const unread = unreadBadge(latest.data ?? noNotifications);
  const requests = itemsOf(asked.data).length;
  const readAll = useMarkAllRead(heading);
  const labels = { all: words.all, unread: words.unread, read: words.read, requests: requestsTab };
  return (
    <div className="notifications">
      <h1 ref={heading} tabIndex={-1} className="display-large">
        {words.notifications}
      </h1>
      {/* The tabs depend on both answers, and a late one would move the list. */}
      {latest.isPending || asked.isPending ? (
        <Spinner size={28} />
      ) : (
        <>
          <div className="notifications-head">
            <Tabs
              label={words.show}
              tabs={[
                { name: 'all', label: labels.all },
                ...(requests > 0 || filter === 'requests'
                  ? [{ name: 'requests', label: <CountedLabel label={requestsTab} count={String(requests)} /> } as const]
                  : []),
                { name: 'unread', label: <CountedLabel label={words.unread} count={unread} /> },
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
              <Link
                to="/settings"
                search={{ tab: 'notifications' }}
                className="icon-button"
                aria-label={words.settings}
                title={words.settings}
              >
                <Settings2 size={20} strokeWidth={1.6} aria-hidden="true" />
              </Link>
            </div>
          </div>
          <section id="notifications" role="tabpanel" aria-label={labels[filter]}>
            {filter === 'requests' ? (
              <Suspense fallback={<Spinner size={28} />}>
                <NameRequests />
              </Suspense>
            ) : (
              <NotificationList key={filter} filter={filter} />
            )}
          </section>
        </>
      )}
    </div>
  );
}

function CountedLabel({ label, count }: { label: string; count: string }) {
  if (count === '' || count === '0') return label;
  return (
    <>
      {label} <span className="notifications-count">{count}</span>
    </>
  );
}
