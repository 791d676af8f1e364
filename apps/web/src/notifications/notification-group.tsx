import type { Notification } from '@mbari/contract/notifications/notifications';
import { number } from '@mbari/words/format';
import * as words from '@mbari/words/notifications';
import { loadMore, loading } from '@mbari/words/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Avatar } from '~/platform/ui/avatar.tsx';
import { Button } from '~/platform/ui/button.tsx';
import { Spinner } from '~/platform/ui/spinner.tsx';
import { AltProposal } from './alt-proposal.tsx';
import { notificationsInGroup } from './notification-queries.ts';
import { NotificationRow } from './notification-row.tsx';

/** A group with its members' avatars, or a single notification. */
export function NotificationGroup({ notification }: { notification: Notification }) {
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
