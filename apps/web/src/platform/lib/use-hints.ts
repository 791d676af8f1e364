'use no memo';

import { useEffect, useEffectEvent } from 'react';
import { type Hint, onHint, watchThing, type WatchedThing } from './hints.ts';
import { retryUntilSuccess } from './retry-until-success.ts';

/**
 * Subscribes to hints about a post or topic while it is shown. Calls `reread` for hints that concern the viewer,
 * and when hints may have been missed. Retries failed reads, because no other hint may follow.
 */
export function useHints(thing: WatchedThing, reread: () => Promise<unknown>, concerns: (hint: Hint) => boolean = () => true): void {
  const read = useEffectEvent(reread);
  const isConcerned = useEffectEvent(concerns);
  useEffect(() => {
    const reading = retryUntilSuccess(() => read());
    const forget = onHint((hint) => {
      const isAbout = hint.event === 'refresh' || `${hint.event}:${hint.id}` === thing;
      if (isAbout && isConcerned(hint)) reading.begin();
    });
    const hide = watchThing(thing);
    return () => {
      reading.end();
      forget();
      hide();
    };
  }, [thing]);
}
