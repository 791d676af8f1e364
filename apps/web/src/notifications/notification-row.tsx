import { type KindEntry, knownKind, notificationKinds } from '@mbari/contract/notifications/kinds';
import type { Notification } from '@mbari/contract/notifications/notifications';
import * as words from '@mbari/words/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { AtSign, Bell, CircleCheck, Heart, type LucideIcon, MessageCircle, MessagesSquare, UserPlus } from 'lucide-react';
import type { ReactNode } from 'react';
import { useLessData } from '~/platform/lib/less-data.ts';
import { Avatar } from '~/platform/ui/avatar.tsx';
import { FollowButton } from '~/platform/ui/follow-button.tsx';
import { HappenedTime } from '~/platform/ui/happened-time.tsx';
import { isolateNames } from '~/platform/ui/isolate-names.tsx';
import { markRead } from './notification-queries.ts';
import { NotificationSentence } from './notification-sentence.tsx';
import { useFoldedParts } from './use-folded-parts.ts';

const icons: Record<KindEntry['icon'], LucideIcon> = {
  'at-sign': AtSign,
  'bell': Bell,
  'circle-check': CircleCheck,
  'heart': Heart,
  'message-circle': MessageCircle,
  'messages-square': MessagesSquare,
  'user-plus': UserPlus,
};

interface NotificationRowProps {
  notification: Notification;
  onOpen?: (() => void) | undefined;
  /** Other actors, below the sentence. */
  children?: ReactNode;
}

/** Pressing marks the notification or group as read and opens its subject. */
export function NotificationRow({ notification, onOpen, children }: NotificationRowProps) {
  const { type, kind, user, created_at, read_at, photo, follower } = notification;
  const Icon = icons[notificationKinds[knownKind(kind)].icon];
  const { quote, isFolded, params } = useFoldedParts(notification);
  const open = useOpening(notification, onOpen);
  return (
    <div className="notification" data-unread={read_at === null || undefined}>
      <Actor user={user} onOpen={onOpen}>
        <Avatar src={user?.avatar_url} size={48} />
        <span className="notification-icon" data-kind={type}>
          <Icon size={16} strokeWidth={1.6} aria-hidden="true" />
        </span>
      </Actor>
      <div className="notification-middle">
        <button type="button" className="notification-open" onClick={open}>
          {read_at === null && <span className="sr-only">{words.unreadBefore}</span>}
          <NotificationSentence {...notification} params={params} />
          {quote !== '' && (
            <span className="notification-excerpt" data-folded={isFolded || undefined} dir="auto">
              {isolateNames(quote)}
            </span>
          )}
        </button>
        {children}
        <HappenedTime at={created_at} />
      </div>
      {photo && <Thumbnail photo={photo} />}
      {follower && (
        <div className="notification-follow">
          <FollowButton member={follower} back />
        </div>
      )}
    </div>
  );
}

/** With data saver, only the photo's colour is shown. */
function Thumbnail({ photo: { url, width, height, color } }: { photo: NonNullable<Notification['photo']> }) {
  const box = { className: 'notification-photo', style: { backgroundColor: color, aspectRatio: width / height } };
  return useLessData() ? <span {...box} /> : <img {...box} src={url} alt="" width={width} height={height} loading="lazy" />;
}

function useOpening(notification: Notification, onOpen: (() => void) | undefined): () => void {
  const client = useQueryClient();
  const navigate = useNavigate();
  return () => {
    void markRead(client, notification);
    onOpen?.();
    if (notification.action_url === null) return;
    const [to = '', hash] = notification.action_url.split('#');
    void navigate({ to, ...(hash !== undefined && { hash }) });
  };
}

interface ActorProps {
  user: Notification['user'];
  onOpen: (() => void) | undefined;
  children: ReactNode;
}

function Actor({ user, onOpen, children }: ActorProps) {
  if (user === null) return <span className="notification-actor">{children}</span>;
  return (
    <Link to="/user/$username" params={{ username: user.username }} className="notification-actor" aria-label={user.name} onClick={onOpen}>
      {children}
    </Link>
  );
}
