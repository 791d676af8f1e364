import type { Notification } from '@mbari/contract/shapes/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { AtSign, Bell, CircleCheck, Heart, MessageCircle, MessagesSquare, UserPlus } from 'lucide-react';
import type { ReactNode } from 'react';
import { relativeDate } from '~/lib/relative-date.ts';
import { Avatar } from '~/ui/avatar.tsx';
import { markRead } from './notification-queries.ts';

const icons = { like: Heart, comment: MessageCircle, follow: UserPlus, other: Bell };
const forumIcons = {
  like: Heart,
  reply: MessageCircle,
  mention: AtSign,
  followed_topic: MessagesSquare,
  new_topic: MessagesSquare,
  solved: CircleCheck,
};

/** A notification. A press marks it as read and opens what it is about. */
export function NotificationRow({ notification, onOpen }: { notification: Notification; onOpen?: () => void }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { type, user, message, action_url, created_at, read_at, forum } = notification;
  const Icon = forum === null ? icons[type] : forumIcons[forum.event];
  const open = () => {
    void markRead(client, notification);
    onOpen?.();
    if (action_url !== null) void navigate({ to: action_url });
  };
  return (
    <div className="notification" data-unread={read_at === null || undefined}>
      <Actor user={user} onOpen={onOpen}>
        <Avatar src={user?.avatar_url} size={40} />
        <span className="notification-icon">
          <Icon size={14} strokeWidth={1.8} aria-hidden="true" />
        </span>
      </Actor>
      <button type="button" className="notification-open" onClick={open}>
        {read_at === null && <span className="sr-only">Unread: </span>}
        <Message message={message} name={user?.name} />
        {forum !== null && forum.excerpt !== '' && (
          <span className="notification-excerpt" dir="auto">
            {forum.excerpt}
          </span>
        )}
        <time dateTime={created_at} className="block text-t15 text-ink-meta">
          {relativeDate(created_at)}
        </time>
      </button>
    </div>
  );
}

interface ActorProps {
  user: Notification['user'];
  onOpen: (() => void) | undefined;
  children: ReactNode;
}

/** The avatar leads to the member who caused it. */
function Actor({ user, onOpen, children }: ActorProps) {
  if (user === null) return <span className="notification-actor">{children}</span>;
  return (
    <Link to="/user/$username" params={{ username: user.username }} className="notification-actor" aria-label={user.name} onClick={onOpen}>
      {children}
    </Link>
  );
}

/** The server's sentence, with the member's name in bold. */
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
