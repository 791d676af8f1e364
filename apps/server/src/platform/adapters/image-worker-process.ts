import { type ChildProcess, fork } from 'node:child_process';
import type { WorkerAnswer, WorkerTask } from './images-worker.ts';
import type { Logger } from './log.ts';
import { setProcessPriority } from './processor-share.ts';

/** The worker's process: started for a task, kept for the next one. */
export interface ImageWorkerProcess {
  /** Starts it where it does not run. `lowest` lets every other process to the processor first. */
  start(priority: 'lowest' | 'usual'): void;
  setPriority(priority: 'lowest' | 'usual'): void;
  send(task: WorkerTask): void;
  /** Without a task it keeps no process from ending. */
  rest(): void;
  /** It ends by itself: the next task gets another. */
  forget(): void;
  kill(): void;
  id(): number | undefined;
}

export function imageWorkerProcess(
  program: string,
  log: Logger,
  on: { answer: (answer: WorkerAnswer) => void; death: (reason: string) => void },
): ImageWorkerProcess {
  let child: ChildProcess | null = null;

  function fresh(): ChildProcess {
    // It gets none of our environment: a decoder that was taken over should find nothing worth having.
    const started = fork(program, [], {
      env: {},
      execArgv: ['--max-old-space-size=96'],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      // Its own session, so that it has a priority of its own. When we die its channel closes.
      detached: true,
    });
    started.on('message', (answer: WorkerAnswer) => {
      if (started === child) on.answer(answer);
    });
    started.on('error', (error) => log.error({ err: error }, 'the worker for pictures could not be reached'));
    started.once('exit', (code, signal) => {
      if (started !== child) return;
      child = null;
      on.death(`the worker ended with ${signal ?? code}`);
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
    // A worker that ended just now does not receive it; its end brings the image back.
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
