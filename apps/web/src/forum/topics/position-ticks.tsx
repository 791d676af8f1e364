'use no memo';

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

/** Returns the position of a post as a share: 0 is the first post, 1 the last. */
export const shareOf = (number: number, last: number): number => (last <= 1 ? 0 : (clamp(number, last) - 1) / (last - 1));

export const numberAt = (share: number, last: number): number => clamp(Math.round(1 + share * (last - 1)), last);

export const ticksOf = (last: number): number => Math.max(1, Math.min(last, 40));

export const numberOfTick = (tick: number, last: number): number => numberAt(ticksOf(last) === 1 ? 0 : tick / (ticksOf(last) - 1), last);

/** Returns undefined for keys that do not move. */
export function numberAfterKey(key: string, number: number, last: number): number | undefined {
  const page = Math.max(5, Math.round(last / 10));
  const steps: Record<string, number> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1, PageDown: page, PageUp: -page };
  if (key === 'Home') return 1;
  if (key === 'End') return last;
  const step = steps[key];
  return step === undefined ? undefined : clamp(number + step, last);
}

const clamp = (number: number, last: number): number => Math.max(1, Math.min(number, last));
