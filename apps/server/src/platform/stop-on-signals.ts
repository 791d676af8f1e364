import type { Logger } from './adapters/log.ts';
import { longestStopMs, type StopOptions } from './http/connections/stop-serving.ts';

/** npm passes on a Ctrl-C that the terminal has sent us already: only one that comes later is meant. */
const secondSignalMs = 1_000;

interface Surroundings {
  drainSeconds: number;
  log: Logger;
  say: (text: string) => void;
}

/**
 * Stops on SIGTERM, SIGINT or SIGHUP and ends the process with 0. Whoever presses Ctrl-C sits before it and has no balancer: nothing is
 * waited for but what is under way; pressed again, not even that. Answers a function that stops just as well, and only once.
 */
export function stopOnSignals(stop: (how: StopOptions) => Promise<void>, { drainSeconds, log, say }: Surroundings): () => Promise<void> {
  const hurry = new AbortController();
  let stopping: Promise<void> | undefined;
  let askedAt = 0;
  const once = (drainMs: number): Promise<void> => (stopping ??= stop({ drainMs, hurry: hurry.signal }));
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
    process.on(signal, () => {
      if (stopping) {
        if (performance.now() - askedAt > secondSignalMs) hurry.abort();
        return;
      }
      askedAt = performance.now();
      say('Stopping …');
      setTimeout(() => {
        log.error('stopping took too long');
        process.exit(1);
      }, longestStopMs(drainSeconds)).unref();
      void once(signal === 'SIGINT' ? 0 : drainSeconds * 1_000).then(() => {
        say('Stopped.');
        process.exit(0);
      });
    });
  return () => once(0);
}
