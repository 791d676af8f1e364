import * as sentences from '@mbari/contract/sentences';
import * as words from '@mbari/words/notifications';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  latestNotifications,
  markAllRead,
  type NotificationFilter,
  notificationsBy,
} from '~/features/notifications/notification-queries.ts';
import { NotificationRow } from '~/features/notifications/notification-row.tsx';
import { wordsOf } from '~/lib/call.ts';
import '~/features/notifications/notifications.css';
import { toast } from '~/lib/toast.ts';
import { Button } from '~/ui/button.tsx';
import { EmptyState } from '~/ui/empty-state.tsx';
import { Spinner } from '~/ui/spinner.tsx';
import { Tabs } from '~/ui/tabs.tsx';

const filters = [
  { name: 'all', label: words.all },
  { name: 'unread', label: words.unread },
  { name: 'read', label: words.read },
] as const;

export function NotificationsPage() {
  const client = useQueryClient();
  const [filter, setFilter] = useState<NotificationFilter>('all');
  const { data: latest } = useQuery(latestNotifications);
  const readAll = () => markAllRead(client).catch((error: unknown) => toast.error(wordsOf(error, words.markAllFailed)));
  return (
    <div className="notifications">
      <h1 className="display-large">{words.notifications}</h1>
      <div className="notifications-head">
        <Tabs label={words.show} tabs={filters} chosen={filter} onChoose={setFilter} controls="notifications" />
        {(latest?.unread_count ?? 0) > 0 && (
          <Button kind="text" onClick={() => void readAll()}>
            {words.markAllRead}
          </Button>
        )}
      </div>
      <section id="notifications" role="tabpanel" aria-label={filters.find(({ name }) => name === filter)?.label}>
        <NotificationList key={filter} filter={filter} />
      </section>
    </div>
  );
}

function NotificationList({ filter }: { filter: NotificationFilter }) {
  const { data, isPending, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(notificationsBy(filter));
  if (isPending) return <Spinner size={28} />;
  // A failure is an empty list, as the specification has it.
  const notifications = data?.pages.flatMap((page) => page.data.notifications) ?? [];
  if (notifications.length === 0)
    return (
      <EmptyState drawing="quiet" title={sentences.noNotifications}>
        {words.noneHint}
      </EmptyState>
    );
  return (
    <>
      <ul>
        {notifications.map((notification) => (
          <li key={notification.id}>
            <NotificationRow notification={notification} />
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button kind="quiet" className="mt-s4" busy={isFetchingNextPage && words.loading} onClick={() => void fetchNextPage()}>
          {words.loadMore}
        </Button>
      )}
    </>
  );
}
