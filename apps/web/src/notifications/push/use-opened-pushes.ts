import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { whenIdle } from '~/platform/lib/when-idle.ts';
import { pathWithin } from '~/platform/lib/where-to.ts';
import { deviceAddress } from './device-address.ts';

/** Goes where a notification that was pressed outside the page leads, when the service worker says so, and answers that it does. */
export function useOpenedPushes(): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (!('serviceWorker' in navigator)) return;
    const worker = navigator.serviceWorker;
    const go = ({ data, ports }: MessageEvent<{ open?: unknown } | null>) => {
      const path = pathWithin(data?.open);
      if (path === null) return;
      ports[0]?.postMessage('going');
      void navigate({ href: path });
    };
    worker.addEventListener('message', go);
    return () => worker.removeEventListener('message', go);
  }, [navigate]);
}

/** Subscribes this device again if the browser changed its push address. A failure is left to the next page load. */
export function useRenewedSubscription(viewerId: string | undefined): void {
  useEffect(() => {
    if (viewerId === undefined || deviceAddress() === null) return;
    return whenIdle(() => {
      void import('./renew-subscription.ts').then(({ renewSubscription }) => renewSubscription()).catch(() => undefined);
    });
  }, [viewerId]);
}
