import { callsOf } from './endpoint.ts';
import * as limits from './limits.ts';
import type { markdownShapes } from './shapes/markdown.ts';

const call = callsOf<typeof markdownShapes>();

export const previewMarkdown = call('previewMarkdown', {
  method: 'POST',
  path: '/forum/preview',
  access: 'onboarded',
  takes: 'json',
  jsonBytes: limits.forumJsonBytes,
  summary: 'How a text of the forum will look.',
  refuses: ['overloaded'],
});
