import { z } from 'zod';
import * as limits from '../limits.ts';
import { text } from './fields.ts';

/** Markdown, as members write it in the forum. */
export const markdownBody = text({ label: 'body', max: limits.forumBody, min: 1, lines: true });

export const markdownShapes = {
  previewMarkdown: {
    body: z.object({ body: markdownBody }),
    answer: z.object({ data: z.object({ body_html: z.string() }) }),
  },
};
