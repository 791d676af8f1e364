import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { MarkdownTooComplex, type RenderedMarkdown, renderMarkdown, type RenderOptions } from './markdown-renderer.ts';
import type { MarkdownAnswer } from './markdown-worker.ts';

export class MarkdownBusy extends Error {}

export interface Markdown {
  /** Throws MarkdownTooComplex or MarkdownBusy. */
  render(body: string, options?: RenderOptions): Promise<RenderedMarkdown>;
  close(): Promise<void>;
}

export interface MarkdownOptions {
  worker?: string;
}

/** Longest text rendered on the main thread, in at most two milliseconds. */
const shortEnough = 500;
const mayWait = 50;
/** Timeout in milliseconds. The slowest known text of 20,000 characters takes 200 ms. */
const patience = 10_000;

export interface MarkdownTask {
  body: string;
  options: RenderOptions | undefined;
}

interface Turn extends MarkdownTask {
  resolve: (rendered: RenderedMarkdown) => void;
  reject: (error: Error) => void;
}

/** Renders long texts one at a time in a thread, so that a hostile text cannot block requests. */
export function openMarkdown({ worker: program = path.join(import.meta.dirname, 'markdown-worker.js') }: MarkdownOptions = {}): Markdown {
  const waiting: Turn[] = [];
  let current: Turn | undefined;
  let thread: Worker | undefined;
  let impatience: NodeJS.Timeout | undefined;

  function next(): void {
    if (current || waiting.length === 0) return;
    current = waiting.shift()!;
    thread ??= start();
    // The process waits for a working thread, but not for an idle one.
    thread.ref();
    impatience = setTimeout(() => void thread?.terminate(), patience);
    thread.postMessage({ body: current.body, options: current.options } satisfies MarkdownTask);
  }

  function finish(settle: (turn: Turn) => void): void {
    clearTimeout(impatience);
    const turn = current;
    current = undefined;
    if (turn) settle(turn);
    next();
  }

  function start(): Worker {
    const worker = new Worker(program);
    worker.on('message', (answer: MarkdownAnswer) => {
      worker.unref();
      finish((turn) => settle(turn, answer));
    });
    // An error ends the thread and is handled on exit.
    worker.on('error', () => undefined);
    worker.once('exit', () => {
      if (thread === worker) thread = undefined;
      finish(({ reject }) => reject(new MarkdownBusy('The thread ended over a text.')));
    });
    return worker;
  }

  return {
    async render(body, options) {
      if (body.length <= shortEnough) return renderMarkdown(body, options);
      if (waiting.length >= mayWait) throw new MarkdownBusy('Too many texts are waiting.');
      return new Promise((resolve, reject) => {
        waiting.push({ body, options, resolve, reject });
        next();
      });
    },
    async close() {
      for (const { reject } of waiting.splice(0)) reject(new MarkdownBusy('The process ends.'));
      await thread?.terminate();
    },
  };
}

function settle({ resolve, reject }: Turn, answer: MarkdownAnswer): void {
  if ('done' in answer) resolve(answer.done);
  else reject('tooComplex' in answer ? new MarkdownTooComplex('beyond the budget') : new Error(answer.failed));
}
