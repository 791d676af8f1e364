import type { EventData } from '@mbari/contract/platform/events';
import type { QueryClient } from '@tanstack/react-query';
import { readPushEndpoint } from '~/notifications/push-endpoint.ts';
import { applyHints, isKnown } from '~/platform/events/apply-hint.ts';
import { joinTabs } from '~/platform/events/join-tabs.ts';
import { throttleHints, withKnownChange } from '~/platform/events/throttle-hints.ts';
import { streamingChanged } from '~/platform/lib/cache-events/hints.ts';
import { type Hint, setStreaming } from '~/platform/lib/hints.ts';
import { whenSettled } from '~/platform/lib/use-toggle.ts';

/**
 * Subscribes to live events and invalidates queries until aborted. Also renews a changed push endpoint; the next page load repeats a
 * failed renewal.
 */
export function startLive(client: QueryClient, viewerId: string, signal: AbortSignal): void {
  const deliver = async (hints: Hint[]) => {
    // Waits for the viewer's own mutations, because an earlier response would revert them.
    await whenSettled();
    if (!signal.aborted) applyHints(client, viewerId, hints);
  };
  const take = throttleHints((hints) => void deliver(hints), signal);
  joinTabs({
    name: `mbari-live:${viewerId}`,
    signal,
    onEvent: ({ name, data }) => {
      if (isKnown(name)) take(withKnownChange({ ...(JSON.parse(data) as EventData), event: name }));
    },
    onState: (isOpen) => {
      setStreaming(isOpen);
      streamingChanged(client);
    },
  });
  if (readPushEndpoint() !== null)
    void import('~/notifications/push-subscription.ts').then(({ renewSubscription }) => renewSubscription()).catch(() => undefined);
}
