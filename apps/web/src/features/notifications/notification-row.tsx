import type { Notification } from '@mbari/contract/shapes/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Bell, Heart, MessageCircle, UserPlus } from 'lucide-react';
import type { ReactNode } from 'react';
import { relativeDate } from '~/lib/relative-date.ts';
import { Avatar } from '~/ui/avatar.tsx';
import { markRead } from './notification-queries.ts';

const signs = { like: Heart, comment: MessageCircle, follow: UserPlus, other: Bell };

/** One thing that happened. A press marks it read and leads to where it happened. */
export function NotificationRow({ notification, onOpen }: { notification: Notification; onOpen?: () => void }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { type, user, message, action_url, created_at, read_at } = notification;
  const Sign = signs[type];
  const open = () => {
    void markRead(client, notification);
    onOpen?.();
    if (action_url !== null) void navigate({ to: action_url });
  };
  return (
    <div className="notification" data-unread={read_at === null || undefined}>
      <Who user={user} onOpen={onOpen}>
        <Avatar src={user?.avatar_url} size={40} />
        <span className="notification-sign">
          <Sign size={14} strokeWidth={1.8} aria-hidden="true" />
        </span>
      </Who>
      <button type="button" className="notification-open" onClick={open}>
        {read_at === null && <span className="sr-only">Unread: </span>}
        <Message message={message} name={user?.name} />
        <time dateTime={created_at} className="block text-t15 text-ink-meta">
          {relativeDate(created_at)}
        </time>
      </button>
    </div>
  );
}

interface WhoProps {
  user: Notification['user'];
  onOpen: (() => void) | undefined;
  children: ReactNode;
}

/** Whoever did it: the portrait leads to them, all else to where it happened. */
function Who({ user, onOpen, children }: WhoProps) {
  if (user === null) return <span className="notification-who">{children}</span>;
  return (
    <Link to="/user/$username" params={{ username: user.username }} className="notification-who" aria-label={user.name} onClick={onOpen}>
      {children}
    </Link>
  );
}

/** The server's sentence, with the name of who did it set apart. */
function Message({ message, name }: { message: string; name: string | undefined }) {
  const named = name !== undefined && message.startsWith(name);
  return (
    <span className="notification-words">
      {named && (
        <b>
          <bdi>{name}</bdi>
        </b>
      )}
      {named ? message.slice(name.length) : message}
    </span>
  );
}
