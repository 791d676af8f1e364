import { fork, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from './platform/adapters/log.ts';
import { setProcessPriority } from './platform/adapters/process-priority.ts';

export interface JobsProcess {
  stop(): Promise<void>;
}

const program = path.join(import.meta.dirname, `jobs${path.extname(import.meta.filename)}`);

/** Runs `jobs.ts` at a lower priority than the server, and restarts it when it dies. */
export function startJobsProcess(log: Logger): JobsProcess {
  let child: ChildProcess | undefined;
  let ended = Promise.resolve();
  const stopping = new AbortController();

  async function keep(): Promise<void> {
    for (let pause = 500; !stopping.signal.aborted;) {
      const startedAt = Date.now();
      const reason = await runOnce();
      if (stopping.signal.aborted) return;
      log.warn({ reason }, 'the job runner ended; starting it again');
      pause = Date.now() - startedAt > 60_000 ? 500 : Math.min(pause * 2, 30_000);
      await wait(pause, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  function runOnce(): Promise<string> {
    return new Promise((resolve) => {
      // Starts a process group, so Ctrl-C reaches only the server. The server then stops the job process.
      child = fork(program, [], { detached: true, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
      // Gives jobs about a third of the server's CPU share, so a busy machine still sends mail.
      if (child.pid !== undefined) setProcessPriority(child.pid, 5);
      child.once('error', (error) => resolve(error.message));
      child.once('exit', (code, signal) => resolve(signal ?? `exit ${code}`));
    });
  }

  if (existsSync(program)) ended = keep();
  else log.error({ program }, 'the job runner is missing: build again');
  return {
    async stop() {
      stopping.abort();
      const running = child;
      running?.kill('SIGTERM');
      const patience = setTimeout(() => running?.kill('SIGKILL'), 4_000);
      await ended;
      clearTimeout(patience);
    },
  };
}
