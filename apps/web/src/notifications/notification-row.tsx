import { type KindEntry, notificationKinds, toKnownKind } from '@mbari/contract/notifications/kinds';
import type { Notification } from '@mbari/contract/notifications/notifications';
import { inComment, inPost } from '@mbari/words/muted-words';
import * as sentences from '@mbari/words/notification-sentences';
import * as words from '@mbari/words/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { AtSign, Bell, CircleCheck, Heart, Images, type LucideIcon, MessageCircle, MessagesSquare, UserPlus } from 'lucide-react';
import type { ReactNode } from 'react';
import { useLessData } from '~/platform/lib/less-data.ts';
import { useSession } from '~/platform/lib/session.ts';
import { useFold } from '~/platform/text/use-muted-words.ts';
import { Avatar } from '~/platform/ui/avatar.tsx';
import { FollowButton } from '~/platform/ui/follow-button.tsx';
import { HappenedTime } from '~/platform/ui/happened-time.tsx';
import { isolateNames, Phrase } from '~/platform/ui/phrase.tsx';
import { markRead } from './notification-queries.ts';

const icons: Record<KindEntry['icon'], LucideIcon> = {
  'at-sign': AtSign,
  'bell': Bell,
  'circle-check': CircleCheck,
  'heart': Heart,
  'images': Images,
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
  const Icon = icons[notificationKinds[toKnownKind(kind)].icon];
  const { quote, isFolded, params } = useFoldedParts(notification);
  const open = useOpenNotification(notification, onOpen);
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

function useOpenNotification(notification: Notification, onOpen: (() => void) | undefined): () => void {
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

/** The sentence in the reader's language with names in bold. Falls back to the server's text if this build lacks the sentence. */
function NotificationSentence({ message, reason, params }: Pick<Notification, 'message' | 'reason' | 'params'>) {
  const sentence: Sentence | string | undefined = isSentenceKey(reason) ? sentences[reason] : undefined;
  const allParams = { name: sentences.somebody, title: '', category: '', others: 0, reason: '', ...params, b: bold };
  return (
    <span className="notification-words">
      {typeof sentence === 'function' ? <Phrase parts={[sentence(allParams)].flat()} /> : (sentence ?? message)}
    </span>
  );
}

const isSentenceKey = (reason: string): reason is keyof typeof sentences => Object.hasOwn(sentences, reason);

type Sentence = (allParams: Required<Notification['params']> & { b: (text: string) => ReactNode }) => ReactNode | ReactNode[];

// No <bdi>: a right-to-left name must keep its place in the sentence.
const bold = (text: string) => <b>{text}</b>;

/** The excerpt and the title of a new topic, hidden if they contain a muted word. No reveal button, because the row itself opens the subject. */
function useFoldedParts({ type, user, reason, params, forum, excerpt }: Notification) {
  const { user: viewer } = useSession();
  const quote = excerpt ?? forum?.excerpt ?? '';
  // Likes, solutions and moderation quote the reader's own text.
  const isOwn = user === null || type === 'like' || reason === 'yourPostSolved';
  const { folded } = useFold(isOwn ? viewer?.id : user.id, () => quote);
  const { folded: titleFolded } = useFold(reason === 'topicStarted' ? user?.id : viewer?.id, () => params.title ?? '');
  return {
    quote: folded ? (excerpt === null ? inPost : inComment) : quote,
    isFolded: folded,
    params: titleFolded ? { ...params, title: '…' } : params,
  };
}
