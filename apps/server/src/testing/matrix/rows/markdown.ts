import * as markdown from '@mbari/contract/forum/markdown';
import type { Row } from '../driver.ts';
import { ok } from '../rules.ts';

export const markdownRows: Row[] = [
  {
    call: markdown.previewMarkdown,
    expect: () => ok({ has: ['data.body_html'], stores: false }),
    ask: () => ({ json: { body: 'Some *words*.' } }),
  },
];
