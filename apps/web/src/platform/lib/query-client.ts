import { QueryClient } from '@tanstack/react-query';
import { CallRefused } from './call.ts';

/** Milliseconds to keep inactive queries, so that going back restores the list at the same position. */
const cacheMs = 30 * 60_000;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      gcTime: cacheMs,
      staleTime: 30_000,
      refetchOnWindowFocus: false,
      // Fetches offline, because the service worker may have a response.
      networkMode: 'always',
      // A refusal is final, except 429.
      retry: (failures, error) =>
        failures < 2 && navigator.onLine && !(error instanceof CallRefused && error.status < 500 && error.status !== 429),
    },
  },
});
