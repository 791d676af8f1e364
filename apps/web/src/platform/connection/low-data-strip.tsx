import * as words from '@mbari/words/low-data';
import { Link, useRouter } from '@tanstack/react-router';
import { Gauge } from 'lucide-react';
import { useEffect } from 'react';
import { formatBytes } from '~/platform/lib/format-bytes.ts';
import { Phrase } from '~/platform/ui/phrase.tsx';
import { useVisitCost } from './visit-cost.ts';

export function LowDataStrip() {
  const size = formatBytes(useVisitCost());
  useNothingAhead();
  return (
    <>
      <Gauge size={20} strokeWidth={1.6} aria-hidden="true" />
      <p className="strip-words tabular-nums">
        <Phrase parts={words.isOn({ size, strong: (text) => <strong>{text}</strong> })} />
      </p>
      <Link to="/settings" hash="less-data" className="strip-act">
        {words.change}
      </Link>
    </>
  );
}

/** Turns off preloading of screens on hover. The router is created without it if data-saver mode is already on. */
function useNothingAhead(): void {
  const router = useRouter();
  useEffect(() => {
    router.update({ ...router.options, defaultPreload: false });
    return () => router.update({ ...router.options, defaultPreload: 'intent' });
  }, [router]);
}
