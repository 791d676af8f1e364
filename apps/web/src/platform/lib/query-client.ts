import { QueryClient } from '@tanstack/react-query';
import { CallRefused } from './call.ts';

/** Half an hour: going back finds the list as long as it was, at the same position. */
const keptFor = 30 * 60_000;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      gcTime: keptFor,
      staleTime: 30_000,
      refetchOnWindowFocus: false,
      // Without a line a worker may have the answer.
      networkMode: 'always',
      // A refusal is an answer and stays one; only what may pass by itself is asked again.
      retry: (failures, error) =>
        failures < 2 && navigator.onLine && !(error instanceof CallRefused && error.status < 500 && error.status !== 429),
    },
  },
});
