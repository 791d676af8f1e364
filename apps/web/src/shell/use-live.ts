import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { whenIdle } from '~/platform/lib/when-idle.ts';

/** Starts live events after the first render. If the code fails to load, polling continues. */
export function useLive(viewerId: string | undefined): void {
  const client = useQueryClient();
  useEffect(() => {
    if (viewerId === undefined) return;
    const leaving = new AbortController();
    const start = async () => {
      const live = await import('./start-live.ts').catch(() => null);
      if (!leaving.signal.aborted) live?.startLive(client, viewerId, leaving.signal);
    };
    const takeBack = whenIdle(() => void start());
    return () => {
      takeBack();
      leaving.abort();
    };
  }, [client, viewerId]);
}
