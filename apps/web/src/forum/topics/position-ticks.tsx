'use no memo';

import { numberOfTick, shareOf, ticksOf } from './rail-arithmetic.ts';
import './position-rail.css';

interface TicksProps {
  current: number;
  last: number;
  news: { number: number } | null;
}

/** At most forty marks. */
export function PositionTicks({ current, last, news }: TicksProps) {
  const count = ticksOf(last);
  const currentTick = Math.round(shareOf(current, last) * (count - 1));
  return (
    <span className="position-ticks" aria-hidden="true">
      {Array.from({ length: count }, (_, tick) => (
        <i
          key={tick}
          data-here={tick === currentTick || undefined}
          data-new={(news !== null && numberOfTick(tick, last) >= news.number) || undefined}
          data-read={tick < currentTick || undefined}
        />
      ))}
    </span>
  );
}
