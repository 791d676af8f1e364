import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../src/testing/app.ts';
import { root } from './source.ts';

const token = 'a-token-for-the-metrics';

let app: TestApp;
// Without a backup folder, the metrics of backups are absent.
beforeAll(async () => void (app = await startTestApp({ METRICS_TOKEN: token, BACKUP_DIR: tmpdir() })));
afterAll(() => app.close());

const undocumented = (figures: string, page: string): string[] =>
  [...figures.matchAll(/^# TYPE (mbari_\w+)/gm)].flatMap(([, name = '']) => (page.includes(`\`${name}\``) ? [] : [name]));

test('docs/operating/metrics.md explains every metric', async () => {
  const answer = await fetch(`${app.url}/metrics`, { headers: { authorization: `Bearer ${token}` } });
  const figures = await answer.text();
  for (const part of ['http', 'database', 'storage', 'replica', 'backup', 'exports', 'event_streams'])
    expect(figures).toMatch(new RegExp(`^# TYPE mbari_${part}`, 'm'));
  const page = readFileSync(path.join(root, 'docs/operating/metrics.md'), 'utf8');
  expect(undocumented(figures, page)).toEqual([]);
  expect(undocumented('# TYPE mbari_planted gauge\n# TYPE mbari_jobs gauge', page)).toEqual(['mbari_planted']);
});
