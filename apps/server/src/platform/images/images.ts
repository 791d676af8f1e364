import path from 'node:path';
import { avatarWidths, coverWidths, imageWidths, logoWidths, previewWidth } from '@mbari/contract/platform/image-widths';
import * as limits from '@mbari/contract/platform/limits';
import type { Logger } from '../adapters/log.ts';
import { memoryOfMachine } from '../memory.ts';
import type { Unreadable } from './decode-image.ts';
import { type ImageWorkerProcess, imageWorkerProcess } from './image-worker-process.ts';
import type { AvifTask, EncodedFiles, EncodeTask, WorkerAnswer, WorkerTask } from './images-worker.ts';

export interface EncodedImage {
  width: number;
  height: number;
  color: string;
  thumbhash: Buffer;
  widths: number[];
  bytes: number;
  received: EncodedFiles['received'];
  files: EncodedFiles['files'];
  removed: EncodedFiles['removed'];
  camera: EncodedFiles['camera'];
}

export type ImageKind = 'photo' | 'avatar' | 'cover' | 'forum' | 'message' | 'logo';

/** Small square of an image that is not stored, such as one in an archive. */
type EncodedKind = ImageKind | 'preview';

const widthsOf: Record<EncodedKind, readonly number[]> = {
  preview: [previewWidth],
  photo: imageWidths,
  avatar: avatarWidths,
  cover: coverWidths,
  forum: imageWidths,
  message: imageWidths,
  logo: logoWidths,
};

/** Error: the decoder refused the image. The message is for the log, `why` for the member. */
export class UnreadableImage extends Error {
  readonly why: Unreadable;
  constructor(why: Unreadable, reason: string) {
    super(reason);
    this.why = why;
  }
}
/** Error: the queue is full or too slow. */
export class ImagesBusy extends Error {}

export interface Images {
  /**
   * Decodes the file and writes `{width}.webp` and `{width}.jpeg` for every stored width into the existing `folder`.
   * Throws UnreadableImage or ImagesBusy.
   */
  encode(input: { file: string; folder: string; kind: EncodedKind }): Promise<EncodedImage>;
  /** Writes `{width}.avif` into `folder` from a file made by `encode`. Returns the widths. */
  encodeAvif(input: { file: string; folder: string; widths: number[] }): Promise<number[]>;
  close(): Promise<void>;
}

export interface ImagesOptions {
  worker?: string;
  yields?: boolean;
  /** Milliseconds after which a running image gets normal priority, because a busy machine would otherwise never finish it. */
  yieldsFor?: number;
  queue?: number;
  idle?: number;
  cpuSeconds?: number;
  /** Milliseconds after which an image is given up. */
  patience?: number;
  rssBytes?: number;
}

interface Job {
  task: EncodeTask | AvifTask;
  deaths: number;
  resolve: (output: EncodedFiles | number[]) => void;
  reject: (error: Error) => void;
}

/**
 * Returns the worker's memory limit. 512 MB suffice except for AVIF and interlaced 16-bit PNG, which take up to 1.3 GB at 50
 * megapixels. Small machines accept only smaller images.
 */
export const memoryFor = (total: number): number => Math.min(1536 * 2 ** 20, Math.max(Math.min(512 * 2 ** 20, total / 2), total / 4));

export function openImages(log: Logger, options: ImagesOptions = {}): Images & { workerId(): number | undefined } {
  const queue = new ImageQueue(log, options);
  return {
    async encode({ file, folder, kind }) {
      const encoded = (await queue.run({
        do: 'encode',
        file,
        folder,
        shape: kind === 'avatar' || kind === 'preview' ? 'square' : 'whole',
        widths: [...widthsOf[kind]],
        limits: { pixels: limits.imagePixels, sideMin: limits.imageSideMin, sideMax: limits.imageSideMax },
      })) as EncodedFiles;
      return { ...encoded, thumbhash: Buffer.from(encoded.thumbhash, 'base64') };
    },
    encodeAvif: async ({ file, folder, widths }) => (await queue.run({ do: 'avif', file, folder, widths })) as number[],
    close: async () => queue.close(),
    workerId: queue.workerId,
  };
}

class ImageQueue {
  readonly #log: Logger;
  readonly #options: ImagesOptions;
  readonly #worker: ImageWorkerProcess;
  readonly #waiting: Job[] = [];
  #running: (Job & { id: number; timers: NodeJS.Timeout[] }) | null = null;
  #resting: NodeJS.Timeout | undefined;
  #lastId = 0;
  #closed = false;

  constructor(log: Logger, options: ImagesOptions) {
    this.#log = log;
    this.#options = options;
    this.#worker = imageWorkerProcess(options.worker ?? path.join(import.meta.dirname, 'images-worker.js'), log, {
      answer: (answer) => this.#settle(answer),
      death: (reason) => this.#retryOnce(reason),
    });
  }

  run(task: Job['task']): Promise<EncodedFiles | number[]> {
    const { queue = 20 } = this.#options;
    return new Promise((resolve, reject) => {
      if (this.#closed) return reject(new ImagesBusy('closing'));
      if (this.#waiting.length >= queue) return reject(new ImagesBusy(`${this.#waiting.length} images are waiting`));
      this.#waiting.push({ task, deaths: 0, resolve, reject });
      this.#next();
    });
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#resting);
    const abandoned = [...this.#waiting.splice(0), ...(this.#running ? [this.#running] : [])];
    this.#running?.timers.forEach(clearTimeout);
    this.#running = null;
    this.#worker.kill();
    for (const job of abandoned) job.reject(new ImagesBusy('closing'));
  }

  workerId = (): number | undefined => this.#worker.id();

  #next(): void {
    if (this.#running || this.#closed) return;
    clearTimeout(this.#resting);
    const job = this.#waiting.shift();
    if (job) this.#begin(job);
    else this.#resting = setTimeout(() => this.#worker.kill(), this.#options.idle ?? 60_000).unref();
  }

  #begin(job: Job): void {
    const { yields = true } = this.#options;
    try {
      this.#worker.start(yields ? 'lowest' : 'usual');
    } catch (error) {
      // The worker cannot start, for example for lack of memory.
      job.reject(error as Error);
      setImmediate(() => this.#next());
      return;
    }
    const { patience, yieldsFor, bounds } = boundsOf(job.task, this.#options);
    const id = ++this.#lastId;
    const giveUp = setTimeout(() => {
      this.#worker.kill();
      this.#finish()?.reject(new ImagesBusy('the image took too long'));
    }, patience);
    const stopYielding = setTimeout(() => yields && this.#worker.setPriority('usual'), yieldsFor);
    this.#running = { ...job, id, timers: [giveUp, stopYielding] };
    this.#worker.send({ ...job.task, id, bounds });
  }

  #finish(): Job | null {
    const job = this.#running;
    job?.timers.forEach(clearTimeout);
    this.#running = null;
    this.#worker.rest();
    setImmediate(() => this.#next());
    return job;
  }

  #settle(answer: WorkerAnswer): void {
    if (answer.id !== this.#running?.id) return;
    const job = this.#finish()!;
    // The worker ends itself after this answer.
    if ('unreadable' in answer && answer.unreadable === 'too hard') this.#worker.forget();
    if ('done' in answer) job.resolve(answer.done);
    else job.reject(errorOf(answer));
  }

  /** Retries the image once: the machine may have caused the worker's first death, but not the second. */
  #retryOnce(reason: string): void {
    const job = this.#running && this.#finish();
    if (!job) return;
    this.#log.warn({ reason, deaths: job.deaths + 1 }, 'the image worker died');
    if (job.deaths > 0) job.reject(new UnreadableImage('too hard', reason));
    else this.#waiting.unshift({ ...job, deaths: 1 });
  }
}

/** AVIF gets six times as long, because no request waits for it. */
function boundsOf(
  task: Job['task'],
  { yieldsFor = 2_000, cpuSeconds = 10, patience = 20_000, rssBytes = memoryFor(memoryOfMachine()) }: ImagesOptions,
): { patience: number; yieldsFor: number; bounds: WorkerTask['bounds'] } {
  const times = task.do === 'avif' ? 6 : 1;
  return { patience: patience * times, yieldsFor: yieldsFor * times, bounds: { cpuSeconds: cpuSeconds * times, rssBytes } };
}

function errorOf(answer: Exclude<WorkerAnswer, { done: unknown }>): Error {
  if ('unreadable' in answer) return new UnreadableImage(answer.unreadable, answer.reason);
  return Object.assign(new Error(answer.failed), answer.code !== undefined && { code: answer.code });
}
