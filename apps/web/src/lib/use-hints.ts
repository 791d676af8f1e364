'use no memo';

import { useEffect, useEffectEvent } from 'react';
import { onHint, showThing, type WatchedThing } from './hints.ts';
import { keepTrying } from './keep-trying.ts';

/**
 * Asks for hints about a post or topic while it is shown. Has it read anew when one came, or when some may have been missed; what could not
 * be read is tried again, since no other hint may follow.
 */
export function useHints(thing: WatchedThing, reread: () => Promise<unknown>): void {
  const read = useEffectEvent(reread);
  useEffect(() => {
    const reading = keepTrying(() => read());
    const forget = onHint(({ event, id }) => {
      if (event === 'refresh' || `${event}:${id}` === thing) reading.begin();
    });
    const hide = showThing(thing);
    return () => {
      reading.end();
      forget();
      hide();
    };
  }, [thing]);
}
