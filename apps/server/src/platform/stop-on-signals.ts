import type { Logger } from './adapters/log.ts';
import { longestStopMs, type StopOptions } from './http/connections/stop-serving.ts';
import { isRunByNpx } from './program.ts';

/** npm immediately repeats the terminal's SIGINT, so only a later signal counts as the second. */
const secondSignalMs = 1_000;

interface StopContext {
  drainSeconds: number;
  log: Logger;
  print: (text: string) => void;
}

/**
 * Stops on SIGTERM, SIGINT or SIGHUP and exits with 0. SIGINT skips draining, because no load balancer is involved. A second signal
 * aborts running requests. Returns a function that stops without draining.
 */
export function stopOnSignals(
  stop: (options: StopOptions) => Promise<void>,
  { drainSeconds, log, print }: StopContext,
): () => Promise<void> {
  const hurry = new AbortController();
  let stopping: Promise<void> | undefined;
  let requestedAt = 0;
  const stopOnce = (drainMs: number): Promise<void> => (stopping ??= stop({ drainMs, hurry: hurry.signal }));
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
    process.on(signal, () => {
      if (stopping) {
        if (performance.now() - requestedAt > secondSignalMs) hurry.abort();
        return;
      }
      requestedAt = performance.now();
      print('Stopping …');
      setTimeout(() => {
        log.error('stopping took too long');
        process.exit(1);
      }, longestStopMs(drainSeconds)).unref();
      void stopOnce(signal === 'SIGINT' ? 0 : drainSeconds * 1_000).then(() => {
        print('Stopped.');
        process.exit(0);
      });
    });
  // npx passes SIGTERM to the shell between it and this process. That shell ends without passing it on.
  const parent = process.ppid;
  if (isRunByNpx) setInterval(() => process.ppid !== parent && !stopping && process.kill(process.pid, 'SIGTERM'), 1_000).unref();
  return () => stopOnce(0);
}
