import { readProfile } from '@mbari/contract/profiles';
import type { EventName } from '@mbari/contract/shapes/events';
import type { QueryClient } from '@tanstack/react-query';
import { findFollowable, followReread } from '~/lib/cache-events/follows.ts';
import { feedHinted, notificationsHinted, postHinted, presenceHinted, replyingHinted, topicHinted } from '~/lib/cache-events/hints.ts';
import { call } from '~/lib/call.ts';
import { type Hint, hintArrived, thingsShown } from '~/lib/hints.ts';
import { refreshUser } from '~/lib/session.ts';
import { isSettled } from '~/lib/use-toggle.ts';

type Apply = (client: QueryClient, viewerId: string, id: string) => unknown;

/** What each hint has read anew. */
const applies: Record<EventName, Apply> = {
  notifications: notificationsHinted,
  feed: feedHinted,
  photo: (client, _viewerId, id) => postHinted(client, id),
  topic: (client, _viewerId, id) => topicHinted(client, id),
  replying: (client, _viewerId, id) => replyingHinted(client, id),
  presence: (client, _viewerId, id) => presenceHinted(client, id),
  follow: rereadFollow,
  announcements: () => refreshUser().catch(() => undefined),
  refresh: refetchAll,
};

/** A newer server may give hints that this page does not know. */
export const isKnown = (event: string): event is EventName => Object.hasOwn(applies, event);

export function applyHint(client: QueryClient, viewerId: string, hint: Hint): void {
  void applies[hint.event](client, viewerId, hint.id ?? '');
  hintArrived(hint);
}

/** Whether the viewer follows a member, whichever list they are shown in: the lists stay as they are. */
async function rereadFollow(client: QueryClient, viewerId: string, id: string): Promise<void> {
  const shown = findFollowable(client, id);
  if (shown === undefined) return;
  const answer = await call(readProfile, { params: { username: shown.username } }).catch(() => null);
  // What the viewer has pressed meanwhile, the answer does not know.
  if (answer !== null && isSettled()) followReread(client, answer.data, viewerId);
}

/** Hints may have been missed. */
function refetchAll(client: QueryClient, viewerId: string): void {
  notificationsHinted(client, viewerId);
  feedHinted(client);
  presenceHinted(client);
  for (const thing of thingsShown()) {
    const [kind, id = ''] = thing.split(':');
    if (kind === 'photo') postHinted(client, id);
    else {
      topicHinted(client, id);
      replyingHinted(client, id);
    }
  }
}
