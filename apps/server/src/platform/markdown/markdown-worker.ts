import { constants, getPriority, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { MarkdownTooComplex, type RenderedMarkdown, renderMarkdown } from './markdown-renderer.ts';
import type { MarkdownTask } from './markdown.ts';

export type MarkdownAnswer = { done: RenderedMarkdown } | { tooComplex: true } | { failed: string };

// Lowers the thread's priority below the main thread's. Only Linux has priorities per thread.
if (process.platform === 'linux')
  setPriority(Math.min(getPriority() + constants.priority.PRIORITY_BELOW_NORMAL, constants.priority.PRIORITY_LOW));

parentPort?.on('message', (task: MarkdownTask) => parentPort?.postMessage(answer(task)));

function answer({ body, options }: MarkdownTask): MarkdownAnswer {
  try {
    return { done: renderMarkdown(body, options) };
  } catch (error) {
    return error instanceof MarkdownTooComplex ? { tooComplex: true } : { failed: String(error) };
  }
}
