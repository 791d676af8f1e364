'use no memo';

import { useEffect, useEffectEvent, useState } from 'react';
import { type Hint, onHint } from '~/platform/lib/hints.ts';

interface Announced {
  /** The topic's last post number before the first announced post. Null if no post was announced. */
  since: number | null;
  numbers: readonly number[];
}

const none: Announced = { since: null, numbers: [] };

/** Returns the numbers of posts announced since the topic was read. Forgets the numbers when hints may have been missed. */
export function useAnnouncedPosts(topic: { id: string; last_number: number }): Announced & { forget: () => void } {
  const [announced, setAnnounced] = useState(none);
  const lastNumber = useEffectEvent(() => topic.last_number);
  useEffect(
    () =>
      onHint((hint) => {
        if (hint.event !== 'refresh' && (hint.event !== 'topic' || hint.id !== topic.id)) return;
        const last = lastNumber();
        setAnnounced((before) => withHint(before, hint, last));
      }),
    [topic.id],
  );
  return { ...announced, forget: () => setAnnounced(none) };
}

/** Returns `before` if the hint changes nothing. */
function withHint(before: Announced, { event, change, number = 0 }: Hint, last: number): Announced {
  const { since, numbers } = before;
  if (event === 'refresh' || change === undefined) return none;
  if (change === 'post_added' && number > (numbers.at(-1) ?? last)) return { since: since ?? last, numbers: [...numbers, number] };
  if (change === 'post_removed' && numbers.includes(number)) return { since, numbers: numbers.filter((one) => one !== number) };
  return before;
}
