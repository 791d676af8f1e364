import { type ChildProcess, fork } from 'node:child_process';
import type { Logger } from '../adapters/log.ts';
import { setProcessPriority } from '../adapters/process-priority.ts';
import type { WorkerAnswer, WorkerTask } from './images-worker.ts';

export interface ImageWorkerProcess {
  /** Starts the worker if needed. `lowest` yields the processor to every other process. */
  start(priority: 'lowest' | 'usual'): void;
  setPriority(priority: 'lowest' | 'usual'): void;
  send(task: WorkerTask): void;
  /** Lets this process exit while there is no task. */
  rest(): void;
  forget(): void;
  kill(): void;
  id(): number | undefined;
}

export function imageWorkerProcess(
  program: string,
  log: Logger,
  handlers: { answer: (answer: WorkerAnswer) => void; death: (reason: string) => void },
): ImageWorkerProcess {
  let child: ChildProcess | null = null;

  function fresh(): ChildProcess {
    // An empty environment: a compromised decoder must find nothing useful.
    const started = fork(program, [], {
      env: {},
      execArgv: ['--max-old-space-size=96'],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      // A session of its own allows a priority of its own. The worker ends if this process dies.
      detached: true,
    });
    started.on('message', (answer: WorkerAnswer) => {
      if (started === child) handlers.answer(answer);
    });
    started.on('error', (error) => log.error({ err: error }, 'the image worker could not be reached'));
    started.once('exit', (code, signal) => {
      if (started !== child) return;
      child = null;
      handlers.death(`the worker ended with ${signal ?? code}`);
    });
    return started;
  }

  function setPriority(priority: 'lowest' | 'usual'): void {
    if (child?.pid !== undefined) setProcessPriority(child.pid, priority === 'lowest' ? 19 : 0);
  }

  return {
    start(priority) {
      child ??= fresh();
      child.ref();
      child.channel?.ref();
      if (priority === 'lowest') setPriority(priority);
    },
    setPriority,
    // A worker that has just ended does not receive the task; the `exit` handler retries the task.
    send: (task) => void child?.send(task, () => {}),
    rest() {
      child?.unref();
      child?.channel?.unref();
    },
    forget() {
      child = null;
    },
    kill() {
      const ending = child;
      child = null;
      ending?.kill('SIGKILL');
    },
    id: () => child?.pid,
  };
}
