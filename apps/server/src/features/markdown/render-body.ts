import { MarkdownTooComplex, type RenderedMarkdown } from '../../adapters/markdown-renderer.ts';
import { MarkdownBusy } from '../../adapters/markdown.ts';
import type { Context } from '../../context.ts';
import { invalid, Refusal } from '../../refusal.ts';

/** Renders what a member wrote. Refuses what goes beyond any use of it. */
export async function renderBody({ markdown }: Pick<Context, 'markdown'>, body: string): Promise<RenderedMarkdown> {
  try {
    return await markdown.render(body);
  } catch (error) {
    if (error instanceof MarkdownTooComplex)
      throw invalid({ body: ['There are too many tables, links or lists in this text. Please write it in several posts.'] });
    if (error instanceof MarkdownBusy)
      throw new Refusal('overloaded', 'Many long texts are being read just now. Please try again in a moment.', { retryAfter: 5 });
    throw error;
  }
}
