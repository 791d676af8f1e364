import { previewMarkdown } from '@mbari/contract/forum/markdown';
import type { Context } from '../../platform/context.ts';
import { route } from '../../platform/http/route.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { renderBody } from '../../platform/markdown/render-body.ts';
import { fillBodies } from './fill-bodies.ts';

export const markdownRoutes = [
  route(previewMarkdown, async ({ context, member, body }) => ({ data: { body_html: await previewBody(context, member, body.body) } })),
];

async function previewBody(context: Context, viewer: Viewer, body: string): Promise<string> {
  await context.limits.spend('preview by member', viewer.id);
  const { html } = await renderBody(context, body);
  const [filled] = await fillBodies(context, viewer, [{ html, authorId: viewer.id }]);
  return filled?.html ?? '';
}
