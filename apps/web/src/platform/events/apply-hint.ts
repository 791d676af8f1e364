import { readProfile } from '@mbari/contract/people/profiles';
import type { EventName } from '@mbari/contract/platform/events';
import type { QueryClient } from '@tanstack/react-query';
import { findFollowable, followReread } from '~/platform/lib/cache-events/follows.ts';
import { forumPostAnnounced, forumPostGone, likesOfForumPostCounted } from '~/platform/lib/cache-events/forum.ts';
import {
  feedHinted,
  messagesHinted,
  notificationsHinted,
  postHinted,
  presenceHinted,
  replyingHinted,
  topicHinted,
} from '~/platform/lib/cache-events/hints.ts';
import { commentsCounted, likesOfCommentCounted, likesOfPostCounted } from '~/platform/lib/cache-events/responses.ts';
import { call } from '~/platform/lib/call.ts';
import { type Hint, hintArrived, listWatchedThings } from '~/platform/lib/hints.ts';
import { refreshUser } from '~/platform/lib/session.ts';
import { isSettled } from '~/platform/lib/use-toggle.ts';

type Rereads = Map<string, () => void>;
type Apply = (client: QueryClient, hint: Hint & { id: string }, rereads: Rereads, viewerId: string) => unknown;

const applies: Record<EventName, Apply> = {
  notifications: (client, _hint, _rereads, viewerId) => notificationsHinted(client, viewerId),
  feed: feedHinted,
  photo: applyToPhoto,
  topic: applyToTopic,
  replying: (client, { id }) => replyingHinted(client, id),
  presence: (client, { id }) => presenceHinted(client, id),
  follow: (client, { id }, _rereads, viewerId) => rereadFollow(client, viewerId, id),
  messages: (client, { id }) => messagesHinted(client, id === '' ? undefined : id),
  // Only an open conversation shows who is typing. It listens to the hint itself.
  typing: () => undefined,
  announcements: () => refreshUser().catch(() => undefined),
  refresh: (client, _hint, _rereads, viewerId) => refetchAll(client, viewerId),
};

/** Returns false for events that only a newer server knows. */
export const isKnown = (event: string): event is EventName => Object.hasOwn(applies, event);

/** Applies hints that were delivered together, then passes them to components that refetch their own lists. */
export function applyHints(client: QueryClient, viewerId: string, hints: readonly Hint[]): void {
  const rereads: Rereads = new Map();
  for (const hint of hints) void applies[hint.event](client, { ...hint, id: hint.id ?? '' }, rereads, viewerId);
  for (const reread of rereads.values()) reread();
  for (const hint of hints) hintArrived(hint);
}

/** Refetches no comments; the components that show them do. */
function applyToPhoto(
  client: QueryClient,
  { id, change, comment_id: commentId, likes_count: likes, comments_count: comments }: Hint & { id: string },
  rereads: Rereads,
): void {
  if (comments !== undefined) commentsCounted(client, id, comments);
  if (likes !== undefined && commentId === undefined) likesOfPostCounted(client, id, likes);
  if (likes !== undefined && commentId !== undefined) likesOfCommentCounted(client, commentId, likes);
  const isUncounted = change === 'likes' ? commentId === undefined && likes === undefined : comments === undefined;
  if (isUncounted) rereads.set(`photo ${id}`, () => postHinted(client, id));
}

/** Refetches no posts; the components that show them do. */
function applyToTopic(client: QueryClient, hint: Hint & { id: string }, rereads: Rereads): void {
  const { id, change, post_id: postId = '', number, likes_count: likes } = hint;
  const reread = () => rereads.set(`topic ${id}`, () => topicHinted(client, id));
  if (change === 'likes') {
    if (likes !== undefined) likesOfForumPostCounted(client, postId, likes);
  } else if (change === 'post_added' && number !== undefined) forumPostAnnounced(client, id, number);
  else if (change === 'post_removed') {
    if (forumPostGone(client, id, postId)) reread();
  } else if (change !== 'post_changed' || number === 1) reread();
}

async function rereadFollow(client: QueryClient, viewerId: string, id: string): Promise<void> {
  const member = findFollowable(client, id);
  if (member === undefined) return;
  const answer = await call(readProfile, { params: { username: member.username } }).catch(() => null);
  // Discards the answer while a press of the viewer is being sent.
  if (answer !== null && isSettled()) followReread(client, answer.data, viewerId);
}

function refetchAll(client: QueryClient, viewerId: string): void {
  notificationsHinted(client, viewerId);
  feedHinted(client);
  presenceHinted(client);
  messagesHinted(client);
  for (const thing of listWatchedThings()) {
    const [kind, id = ''] = thing.split(':');
    if (kind === 'photo') postHinted(client, id);
    else {
      topicHinted(client, id);
      replyingHinted(client, id);
    }
  }
}
