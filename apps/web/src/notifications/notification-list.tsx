import type { Notification } from '@mbari/contract/notifications/notifications';
import { number } from '@mbari/words/format';
import * as words from '@mbari/words/notifications';
import * as sentences from '@mbari/words/sentences';
import { loading, loadMore } from '@mbari/words/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import { Avatar } from '~/platform/ui/avatar.tsx';
import { Button } from '~/platform/ui/button.tsx';
import { EmptyState } from '~/platform/ui/empty-state.tsx';
import { Spinner } from '~/platform/ui/spinner.tsx';
import { AltProposal } from './alt-proposal.tsx';
import { type NotificationFilter, notificationsBy, notificationsInGroup } from './notification-queries.ts';
import { NotificationRow } from './notification-row.tsx';

/** Grouped notifications. The All tab lists new notifications under a heading, where they stay after being read. */
export function NotificationList({ filter }: { filter: NotificationFilter }) {
  const { data, isPending, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(notificationsBy(filter));
  const [openedAt] = useState(() => new Date().toISOString());
  const isLastPageEmpty = data?.pages.at(-1)?.data.notifications.length === 0;
  // A page may be empty when 1,000 notifications belong to one group, so load the next one.
  useEffect(() => {
    if (isLastPageEmpty && hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [isLastPageEmpty, hasNextPage, isFetchingNextPage, fetchNextPage]);

  // An error shows an empty list (specification).
  const notifications = data?.pages.flatMap((page) => page.data.notifications) ?? [];
  if (isPending || (notifications.length === 0 && hasNextPage)) return <Spinner size={28} />;
  if (notifications.length === 0)
    return (
      <EmptyState drawing="quiet" title={sentences.noNotifications}>
        {filter === 'unread' ? words.noneUnreadHint : words.noneHint}
      </EmptyState>
    );
  const newCount = filter === 'all' ? countNew(notifications, openedAt) : notifications.length;
  return (
    <>
      <NotificationSection title={filter === 'all' ? words.fresh : undefined} notifications={notifications.slice(0, newCount)} />
      <NotificationSection title={words.earlier} notifications={notifications.slice(newCount)} />
      {hasNextPage && (
        <Button kind="quiet" className="mt-s4" busy={isFetchingNextPage && loading} onClick={() => void fetchNextPage()}>
          {loadMore}
        </Button>
      )}
    </>
  );
}

/** Counts the leading notifications that were unread when the page was opened. */
function countNew(notifications: readonly Notification[], openedAt: string): number {
  const first = notifications.findIndex(({ read_at }) => read_at !== null && read_at < openedAt);
  return first === -1 ? notifications.length : first;
}

function NotificationSection({ title, notifications }: { title: string | undefined; notifications: readonly Notification[] }) {
  if (notifications.length === 0) return null;
  return (
    <>
      {title !== undefined && <h2 className="notifications-part">{title}</h2>}
      <ul>
        {notifications.map((notification) => (
          <li key={notification.id}>
            <NotificationGroup notification={notification} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** A group with its members' avatars, or a single notification. */
function NotificationGroup({ notification }: { notification: Notification }) {
  const { group } = notification;
  const [open, setOpen] = useState(false);
  const id = useId();
  if (!group) return <SingleNotification notification={notification} />;
  const count = group.count < 100 ? number(group.count) : words.moreThan({ count: 99 });
  return (
    <>
      <NotificationRow notification={notification}>
        <span className="notification-faces">
          {group.members.length > 1 && (
            <span aria-hidden="true">
              {group.members.map((member) => (
                <Avatar key={member.id} src={member.avatar_url} size={28} />
              ))}
            </span>
          )}
          <Button kind="text" className="notification-more" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
            {open ? words.showLess : words.seeAllOf({ count })}
          </Button>
        </span>
      </NotificationRow>
      <div id={id}>{open && <GroupNotifications notification={notification} />}</div>
    </>
  );
}

function SingleNotification({ notification }: { notification: Notification }) {
  const { alt_proposal: proposal } = notification;
  return (
    <NotificationRow notification={notification}>
      {proposal && <AltProposal key={proposal.id} photoId={proposal.photo_id} proposal={proposal} />}
    </NotificationRow>
  );
}

function GroupNotifications({ notification }: { notification: Notification }) {
  const { data, isPending, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(notificationsInGroup(notification));
  if (isPending) return <Spinner />;
  return (
    <div className="notification-singles">
      <ul>
        {data?.pages
          .flatMap((page) => page.data.notifications)
          .map((single) => (
            <li key={single.id}>
              <SingleNotification notification={single} />
            </li>
          ))}
      </ul>
      {hasNextPage && (
        <Button kind="text" busy={isFetchingNextPage && loading} onClick={() => void fetchNextPage()}>
          {loadMore}
        </Button>
      )}
    </div>
  );
}
