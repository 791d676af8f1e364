import { fork, type ChildProcess } from 'node:child_process';
import os from 'node:os';
import path from 'node:path';
import { avatarWidths, coverWidths, imageWidths } from '@mbari/contract/image-widths';
import * as limits from '@mbari/contract/limits';
import type { AvifTask, EncodedFiles, EncodeTask, Unreadable, WorkerAnswer, WorkerTask } from './images-worker.ts';
import type { Logger } from './log.ts';
import { setProcessPriority } from './processor-share.ts';

/** What one picture became: files in a folder, ready to be taken into the store. */
export interface EncodedImage {
  width: number;
  height: number;
  /** Mean colour, `#rrggbb`. */
  color: string;
  thumbhash: Buffer;
  widths: number[];
  /** Sum of all files. */
  bytes: number;
  received: EncodedFiles['received'];
  files: EncodedFiles['files'];
  removed: EncodedFiles['removed'];
}

export type ImageKind = 'photo' | 'avatar' | 'cover';

const widthsOf: Record<ImageKind, readonly number[]> = { photo: imageWidths, avatar: avatarWidths, cover: coverWidths };

/** Refused by the decoder: not a picture we take, or beyond the limits. The message is for the log, `why` for the member. */
export class UnreadableImage extends Error {
  readonly why: Unreadable;
  constructor(why: Unreadable, reason: string) {
    super(reason);
    this.why = why;
  }
}
/** The queue is full, or the machine too slow to work it off. */
export class ImagesBusy extends Error {}

export interface Images {
  /**
   * Decodes the file and writes `{width}.webp` and `{width}.jpeg` for every width kept into `folder` (which exists).
   * Throws UnreadableImage or ImagesBusy.
   */
  encode(input: { file: string; folder: string; kind: ImageKind }): Promise<EncodedImage>;
  /** Writes `{width}.avif` into `folder`, from a file that `encode` made. Answers the widths written. */
  encodeAvif(input: { file: string; folder: string; widths: number[] }): Promise<number[]>;
  close(): Promise<void>;
}

export interface ImagesOptions {
  /** The worker's program. */
  worker?: string;
  /** It lets everybody else to the processor first. */
  yields?: boolean;
  /** Milliseconds after which a picture that is waited for yields no longer: on a machine that is never idle it would not be done at all. */
  yieldsFor?: number;
  /** Most pictures that wait. */
  queue?: number;
  /** Milliseconds without work after which the worker ends. */
  idle?: number;
  cpuSeconds?: number;
  /** Milliseconds after which a picture is given up, however little the worker got to run. */
  patience?: number;
  rssBytes?: number;
}

interface Job {
  task: EncodeTask | AvifTask;
  /** Workers that died over it. */
  deaths: number;
  resolve: (done: EncodedFiles | number[]) => void;
  reject: (error: Error) => void;
}

/**
 * What the worker may take of a machine's memory. Half a gigabyte opens all but AVIF, and PNG of 16 bits that is interlaced: at 50
 * megapixels these take up to 1.3 GB. Where that is more than a quarter of the machine, smaller ones only are opened.
 */
export const memoryFor = (total: number): number => Math.min(1536 * 2 ** 20, Math.max(512 * 2 ** 20, total / 4));

/** A container may use less than the machine has. */
const memoryOfMachine = (): number => Math.min(os.totalmem(), process.constrainedMemory() || Infinity);

/** One worker process, started when there is something to do; one picture at a time. */
export function openImages(log: Logger, options: ImagesOptions = {}): Images & { workerId(): number | undefined } {
  const {
    yields = true,
    yieldsFor = 2_000,
    queue = 20,
    idle = 60_000,
    cpuSeconds = 10,
    patience = 20_000,
    rssBytes = memoryFor(memoryOfMachine()),
  } = options;
  const program = options.worker ?? path.join(import.meta.dirname, 'images-worker.js');
  const waiting: Job[] = [];
  let running: (Job & { id: number; timers: NodeJS.Timeout[] }) | null = null;
  let child: ChildProcess | null = null;
  let resting: NodeJS.Timeout | undefined;
  let lastId = 0;
  let closed = false;

  function start(): ChildProcess {
    // It gets none of our environment: a decoder that was taken over should find nothing worth having.
    const started = fork(program, [], {
      env: {},
      execArgv: ['--max-old-space-size=96'],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      // Its own session, to have a place in line of its own. When we die it hears its channel close.
      detached: true,
    });
    started.on('message', (answer: WorkerAnswer) => {
      if (started === child) settle(answer);
    });
    started.on('error', (error) => log.error({ err: error }, 'the worker for pictures could not be reached'));
    started.once('exit', (code, signal) => {
      if (started === child) child = null;
      else return;
      if (running) diedOver(running, `the worker ended with ${signal ?? code}`);
    });
    return started;
  }

  function next(): void {
    if (running || closed) return;
    clearTimeout(resting);
    const job = waiting.shift();
    if (!job) {
      resting = setTimeout(end, idle);
      resting.unref();
      return;
    }
    child ??= start();
    child.ref();
    child.channel?.ref();
    const id = ++lastId;
    const { pid } = child;
    // AVIF takes its time, and nobody waits for it.
    const times = job.task.do === 'avif' ? 6 : 1;
    const givesUp = setTimeout(() => {
      end();
      finish()?.reject(new ImagesBusy('no end in sight'));
    }, patience * times);
    const stopsYielding = setTimeout(() => yields && pid !== undefined && setProcessPriority(pid, 0), yieldsFor * times);
    if (yields && pid !== undefined) setProcessPriority(pid, 19);
    running = { ...job, id, timers: [givesUp, stopsYielding] };
    const message: WorkerTask = { ...job.task, id, bounds: { cpuSeconds: cpuSeconds * times, rssBytes } };
    // A worker that ended just now does not hear it; its end brings the picture back.
    child.send(message, () => {});
  }

  /** The picture in work is out of the worker's hands, whatever became of it. */
  function finish(): Job | null {
    const job = running;
    job?.timers.forEach(clearTimeout);
    running = null;
    // A worker at rest keeps no process from ending.
    child?.unref();
    child?.channel?.unref();
    setImmediate(next);
    return job;
  }

  function settle(answer: WorkerAnswer): void {
    if (answer.id !== running?.id) return;
    const job = finish()!;
    if ('done' in answer) job.resolve(answer.done);
    else if ('failed' in answer) job.reject(Object.assign(new Error(answer.failed), answer.code !== undefined && { code: answer.code }));
    else {
      // The worker ends itself after this.
      if (answer.unreadable === 'too hard') child = null;
      job.reject(new UnreadableImage(answer.unreadable, answer.reason));
    }
  }

  /** Once may be the machine's fault, twice is the picture's. */
  function diedOver(job: Job, reason: string): void {
    finish();
    log.warn({ reason, deaths: job.deaths + 1 }, 'the worker for pictures died');
    if (job.deaths > 0) job.reject(new UnreadableImage('too hard', reason));
    else waiting.unshift({ ...job, deaths: 1 });
  }

  function end(): void {
    const ending = child;
    child = null;
    ending?.kill('SIGKILL');
  }

  const run = (task: EncodeTask | AvifTask): Promise<EncodedFiles | number[]> =>
    new Promise((resolve, reject) => {
      if (closed || waiting.length >= queue) return reject(new ImagesBusy(closed ? 'closing' : `${waiting.length} pictures are waiting`));
      waiting.push({ task, deaths: 0, resolve, reject });
      next();
    });

  return {
    async encode({ file, folder, kind }) {
      const done = (await run({
        do: 'encode',
        file,
        folder,
        shape: kind === 'avatar' ? 'square' : 'whole',
        widths: [...widthsOf[kind]],
        limits: { pixels: limits.imagePixels, sideMin: limits.imageSideMin, sideMax: limits.imageSideMax },
      })) as EncodedFiles;
      return { ...done, thumbhash: Buffer.from(done.thumbhash, 'base64') };
    },
    encodeAvif: async ({ file, folder, widths }) => (await run({ do: 'avif', file, folder, widths })) as number[],
    async close() {
      closed = true;
      clearTimeout(resting);
      const abandoned = [...waiting.splice(0), ...(running ? [running] : [])];
      running?.timers.forEach(clearTimeout);
      running = null;
      end();
      for (const job of abandoned) job.reject(new ImagesBusy('closing'));
    },
    workerId: () => child?.pid,
  };
}
