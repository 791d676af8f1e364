import type { Notification } from '@mbari/contract/shapes/notifications';
import * as sentences from '@mbari/words/notification-sentences';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { AtSign, Bell, CircleCheck, Heart, MessageCircle, MessagesSquare, UserPlus } from 'lucide-react';
import type { ReactNode } from 'react';
import { relativeDate } from '~/lib/relative-date.ts';
import { Avatar } from '~/ui/avatar.tsx';
import { Phrase } from '~/ui/phrase.tsx';
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
  const { type, user, action_url, created_at, read_at, forum } = notification;
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
        <Sentence {...notification} />
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

/** The sentence in the language of this build, with the member's name in bold. The server may know sentences that this page does not. */
function Sentence({ message, reason, params }: Pick<Notification, 'message' | 'reason' | 'params'>) {
  const say = Object.hasOwn(sentences, reason) ? (sentences as unknown as Record<string, Say | string>)[reason] : undefined;
  const given = { name: sentences.somebody, title: '', category: '', ...params, b: bold };
  return <span className="notification-words">{typeof say === 'function' ? <Phrase parts={[say(given)].flat()} /> : message}</span>;
}

type Say = (given: Required<Notification['params']> & { b: (text: string) => ReactNode }) => ReactNode | ReactNode[];

const bold = (text: string) => (
  <b>
    <bdi>{text}</bdi>
  </b>
);
