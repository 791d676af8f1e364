import type { Context } from '../../context.ts';
import type { Viewer } from '../../http/viewer.ts';
import { fillBodies } from './fill-bodies.ts';
import { renderBody } from './render-body.ts';

/** How a text will look once it is posted, to whoever writes it. */
export async function previewBody(context: Context, viewer: Viewer, body: string): Promise<string> {
  await context.limits.spend('preview by member', viewer.id);
  const { html } = await renderBody(context, body);
  const [filled] = await fillBodies(context, viewer, [{ html, authorId: viewer.id }]);
  return filled?.html ?? '';
}
