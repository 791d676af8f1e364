import type { EventData } from '@mbari/contract/shapes/events';
import type { QueryClient } from '@tanstack/react-query';
import { deviceAddress } from '~/notifications/push/device-address.ts';
import { applyHints, isKnown } from '~/platform/events/apply-hint.ts';
import { withKnownChange } from '~/platform/events/is-complete.ts';
import { joinTabs } from '~/platform/events/join-tabs.ts';
import { throttleHints } from '~/platform/events/throttle-hints.ts';
import { streamingChanged } from '~/platform/lib/cache-events/hints.ts';
import { type Hint, setStreaming } from '~/platform/lib/hints.ts';
import { whenSettled } from '~/platform/lib/use-toggle.ts';

/**
 * Hears from the server what changes, and has it read anew, until the signal says that the member leaves. Where this browser has pushes, looks whether its
 * address is still the one that they are sent to; a failure is left to the next page.
 */
export function startLive(client: QueryClient, viewerId: string, signal: AbortSignal): void {
  const deliver = async (hints: Hint[]) => {
    // What the viewer is changing themselves is on its way: an answer of before would take it back.
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
  if (deviceAddress() !== null)
    void import('~/notifications/push/renew-subscription.ts').then(({ renewSubscription }) => renewSubscription()).catch(() => undefined);
}
