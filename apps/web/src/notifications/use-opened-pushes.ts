import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { safeReturnPath } from '~/platform/lib/redirect-after-sign-in.ts';

/** Navigates when the service worker reports a clicked push message, and answers the service worker. */
export function useOpenedPushes(): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (!('serviceWorker' in navigator)) return;
    const worker = navigator.serviceWorker;
    const onMessage = ({ data, ports }: MessageEvent<{ open?: unknown } | null>) => {
      const path = safeReturnPath(data?.open);
      if (path === null) return;
      ports[0]?.postMessage('going');
      void navigate({ href: path });
    };
    worker.addEventListener('message', onMessage);
    return () => worker.removeEventListener('message', onMessage);
  }, [navigate]);
}
