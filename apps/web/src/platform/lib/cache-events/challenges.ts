import type { Challenge } from '@mbari/contract/photos/challenges';
import type { QueryClient } from '@tanstack/react-query';
import { challengeKey, challengeListKey } from '~/platform/lib/query-keys.ts';

/** A challenge was created or edited, or the viewer entered it. */
export function challengeChanged(client: QueryClient, challenge: Challenge): void {
  client.setQueryData(challengeKey(challenge.id), challenge);
  void client.invalidateQueries({ queryKey: challengeListKey() });
}

/** The viewer withdrew an entry, voted, or sent a new post to the challenge. */
export function challengeOutdated(client: QueryClient, id: string): void {
  void client.invalidateQueries({ queryKey: challengeKey(id) });
  void client.invalidateQueries({ queryKey: challengeListKey() });
}

/** Removes the queries of a challenge, once the viewer has left its page. */
export function challengeDeleted(client: QueryClient, id: string): void {
  client.removeQueries({ queryKey: challengeKey(id) });
  void client.invalidateQueries({ queryKey: challengeListKey() });
}
