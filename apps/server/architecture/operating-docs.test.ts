import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../src/testing/app.ts';
import { root } from './source.ts';

const token = 'a-token-for-the-metrics';

let app: TestApp;
beforeAll(async () => void (app = await startTestApp({ METRICS_TOKEN: token })));
afterAll(() => app.close());

/** Returns the metrics that the page does not explain. */
const undocumented = (figures: string, page: string): string[] =>
  [...figures.matchAll(/^# TYPE (mbari_\w+)/gm)].flatMap(([, name = '']) => (page.includes(`\`${name}\``) ? [] : [name]));

test('docs/operating/metrics.md tells what every figure means', async () => {
  const answer = await fetch(`${app.url}/metrics`, { headers: { authorization: `Bearer ${token}` } });
  const figures = await answer.text();
  expect(figures.match(/^# TYPE mbari_/gm)?.length).toBeGreaterThan(2);
  const page = readFileSync(path.join(root, 'docs/operating/metrics.md'), 'utf8');
  expect(undocumented(figures, page)).toEqual([]);
  expect(undocumented('# TYPE mbari_planted gauge\n# TYPE mbari_jobs gauge', page)).toEqual(['mbari_planted']);
});
