import type { Context } from '../context.ts';
import { invalid, Refusal } from '../refusal.ts';
import { asPlainText, MarkdownTooComplex, type RenderedMarkdown, type RenderOptions } from './markdown-renderer.ts';
import { MarkdownBusy } from './markdown.ts';

/** Renders a member's text. Throws `validation` if it is too complex. */
export async function renderBody(context: Pick<Context, 'markdown'>, body: string): Promise<RenderedMarkdown> {
  const rendered = await renderWithin(context, body);
  if (!rendered) throw invalid({ body: ['textTooComplex'] });
  return rendered;
}

/** Re-renders an older text without keeping single line ends. A text over today's limits becomes plain text. */
export const rerender = async (context: Pick<Context, 'markdown'>, body: string): Promise<RenderedMarkdown> =>
  (await renderWithin(context, body, { keepsLines: false })) ?? asPlainText(body);

async function renderWithin(
  { markdown }: Pick<Context, 'markdown'>,
  body: string,
  options?: RenderOptions,
): Promise<RenderedMarkdown | null> {
  try {
    return await markdown.render(body, options);
  } catch (error) {
    if (error instanceof MarkdownTooComplex) return null;
    if (error instanceof MarkdownBusy) throw new Refusal('overloaded', 'textsBusy', { retryAfter: 5 });
    throw error;
  }
}
