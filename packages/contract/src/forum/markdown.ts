import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { text } from '../platform/fields.ts';
import * as limits from '../platform/limits.ts';

export const markdownBody = text({ label: 'body', max: limits.forumBody, min: 1, lines: true });

export const previewMarkdown = endpoint('previewMarkdown', {
  method: 'POST',
  path: '/forum/preview',
  access: 'onboarded',
  scope: 'write:forum',
  takes: 'json',
  jsonBytes: limits.forumJsonBytes,
  summary: 'Render a forum text.',
  refuses: ['overloaded'],
  shape: {
    body: z.object({ body: markdownBody }),
    answer: z.object({ data: z.object({ body_html: z.string() }) }),
  },
});
