import { previewMarkdown } from '@mbari/contract/markdown';
import { route } from '../../platform/http/route.ts';
import { previewBody } from './preview-body.ts';

export const markdownRoutes = [
  route(previewMarkdown, async ({ context, member, body }) => ({ data: { body_html: await previewBody(context, member, body.body) } })),
];
