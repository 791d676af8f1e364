import { asPlainText, MarkdownTooComplex, type RenderedMarkdown } from '../../adapters/markdown-renderer.ts';
import { MarkdownBusy } from '../../adapters/markdown.ts';
import type { Context } from '../../context.ts';
import { invalid, Refusal } from '../../refusal.ts';

/** Renders what a member wrote. Refuses what goes beyond any use of it. */
export async function renderBody(context: Pick<Context, 'markdown'>, body: string): Promise<RenderedMarkdown> {
  const rendered = await renderWithin(context, body);
  if (!rendered) throw invalid({ body: ['textTooComplex'] });
  return rendered;
}

/** Renders what was taken before. What goes beyond the budget of today is shown as it was written. */
export const rerender = async (context: Pick<Context, 'markdown'>, body: string): Promise<RenderedMarkdown> =>
  (await renderWithin(context, body)) ?? asPlainText(body);

/** Null where the text goes beyond the budget. */
async function renderWithin({ markdown }: Pick<Context, 'markdown'>, body: string): Promise<RenderedMarkdown | null> {
  try {
    return await markdown.render(body);
  } catch (error) {
    if (error instanceof MarkdownTooComplex) return null;
    if (error instanceof MarkdownBusy) throw new Refusal('overloaded', 'textsBusy', { retryAfter: 5 });
    throw error;
  }
}
