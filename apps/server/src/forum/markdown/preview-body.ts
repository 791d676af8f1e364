import type { Context } from '../../platform/context.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { renderBody } from '../../platform/markdown/render-body.ts';
import { fillBodies } from './fill-bodies.ts';

export async function previewBody(context: Context, viewer: Viewer, body: string): Promise<string> {
  await context.limits.spend('preview by member', viewer.id);
  const { html } = await renderBody(context, body);
  const [filled] = await fillBodies(context, viewer, [{ html, authorId: viewer.id }]);
  return filled?.html ?? '';
}
