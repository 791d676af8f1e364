import { spawnSync } from 'node:child_process';
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

const read = (file: string): string => readFileSync(path.join(root, 'docs/operating', file), 'utf8');

const readFigures = async (): Promise<string> =>
  (await fetch(`${app.url}/metrics`, { headers: { authorization: `Bearer ${token}` } })).text();

test('docs/operating/metrics.md explains every metric', async () => {
  const figures = await readFigures();
  for (const part of ['http', 'database', 'storage', 'replica', 'backup', 'exports', 'event_streams'])
    expect(figures).toMatch(new RegExp(`^# TYPE mbari_${part}`, 'm'));
  const page = read('metrics.md');
  expect(undocumented(figures, page)).toEqual([]);
  expect(undocumented('# TYPE mbari_planted gauge\n# TYPE mbari_jobs gauge', page)).toEqual(['mbari_planted']);
});

test('every metric in the alert rules and the dashboard exists', async () => {
  const figures = await readFigures();
  const existing = new Set([...figures.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name));
  for (const file of ['alerts.yml', 'grafana.json']) {
    const named = [...read(file).matchAll(/\b(?:mbari|nodejs|process)_\w+/g)].map(([name]) => name.replace(/_(?:bucket|count)$/, ''));
    expect(named.length).toBeGreaterThan(9);
    expect(named.filter((name) => !existing.has(name))).toEqual([]);
  }
});

test('docs/operating/alarms.md says what to do for each alarm', () => {
  const names = [...read('alerts.yml').matchAll(/alert: (\w+)/g)].map(([, name]) => name);
  expect([...read('alarms.md').matchAll(/^## (\w+)$/gm)].map(([, name]) => name)).toEqual(names);
  for (const name of names) expect(read('alerts.yml')).toContain(`alarms.md#${name?.toLowerCase()}'`);
});

test('promtool accepts the alert rules', { tags: ['world'] }, ({ skip }) => {
  const { error, status, stderr } = spawnSync('promtool', ['check', 'rules', path.join(root, 'docs/operating/alerts.yml')], {
    encoding: 'utf8',
  });
  if (error) skip('There is no promtool on this machine (Debian package prometheus).');
  expect(stderr).toBe('');
  expect(status).toBe(0);
});
