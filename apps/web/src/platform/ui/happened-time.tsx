import { useEffect, useState } from 'react';
import { happened } from '~/platform/lib/time-ago.ts';

const minute = 60_000;

export function HappenedTime({ at }: { at: string }) {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const ticking = setInterval(() => setNow(new Date()), minute);
    return () => clearInterval(ticking);
  }, []);
  return (
    <time dateTime={at} className="block text-t15 text-ink-meta">
      {happened(at, now)}
    </time>
  );
}
