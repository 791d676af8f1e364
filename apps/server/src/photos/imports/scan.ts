import { fork } from 'node:child_process';
import type { Reason } from '@mbari/contract/platform/endpoint';
import { setProcessPriority } from '../../platform/adapters/process-priority.ts';
import type { Context } from '../../platform/context.ts';
import type { ScanMessage, ScanTask, ToScan } from './archive-worker.ts';
import type { PlannedItem } from './plan-items.ts';

export type Scanned = { items: PlannedItem[] } | { refused: Reason };

/** Milliseconds after which a scan is given up, and megabytes of the process's heap. */
const patience = 10 * 60_000;
const heap = 96;

/** Lists the posts in archives. `read` returns bytes of an archive, and its errors are thrown. A scan that takes too much is refused. */
export function scanArchives(
  { archiveWorker, log }: Pick<Context, 'archiveWorker' | 'log'>,
  task: ScanTask,
  { read, signal }: { read: (file: number, start: number, end: number) => Promise<Uint8Array>; signal: AbortSignal },
): Promise<Scanned> {
  return new Promise((resolve, reject) => {
    // A thread would not do: V8 ends the whole process when `JSON.parse` reaches the limit of a thread's heap.
    const child = fork(archiveWorker, [], {
      env: {},
      execArgv: [`--max-old-space-size=${heap}`, '--max-semi-space-size=4'],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
      // A session of its own allows a priority of its own.
      detached: true,
    });
    if (child.pid !== undefined) setProcessPriority(child.pid, 19);
    const items: PlannedItem[] = [];
    let outcome: Scanned = { refused: { reason: 'importTooHard' } };
    let storeError: Error | undefined;
    const send = (message: ToScan): void => void child.send(message, () => undefined);
    const stop = (): void => void child.kill('SIGKILL');
    const impatience = setTimeout(stop, patience);
    signal.addEventListener('abort', stop, { once: true });
    const answer = (message: ScanMessage): void => {
      if ('ready' in message) send({ task });
      else if ('items' in message) items.push(...message.items);
      else if ('read' in message)
        read(message.file, message.start, message.end).then(
          (bytes) => send({ read: message.read, bytes }),
          (error: Error) => {
            storeError = error;
            send({ read: message.read, failed: error.message });
          },
        );
      else {
        outcome = 'refused' in message ? { refused: message.refused } : { items };
        stop();
      }
    };
    child.on('message', answer);
    child.on('error', (error) => log.error({ err: error }, 'the scan of an archive could not be reached'));
    child.once('exit', (code, killedBy) => {
      clearTimeout(impatience);
      signal.removeEventListener('abort', stop);
      if ('refused' in outcome) log.info({ code, signal: killedBy, reason: outcome.refused.reason }, 'an archive was refused');
      if (storeError || signal.aborted) reject(storeError ?? (signal.reason as Error));
      else resolve(outcome);
    });
  });
}
