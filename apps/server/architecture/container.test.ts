import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { longestStopMs } from '../src/http/connections/stop-serving.ts';
import { root } from './source.ts';

const read = (at: string): string => readFileSync(path.join(root, at), 'utf8');
const dockerfile = read('Dockerfile').replaceAll(/\\\n\s*/g, '');
const steps = dockerfile.split('\n').filter((line) => /^[A-Z]+ /.test(line));
const manifest = JSON.parse(read('package.json')) as { engines: { node: string } };

/** What the image takes from this folder. */
const taken = steps.flatMap((step) => (/^COPY (?!--from)(.+) \S+$/.exec(step)?.[1] ?? '').split(' ').filter(Boolean));
const letIn = read('.dockerignore')
  .split('\n')
  .flatMap((line) => (line.startsWith('!') ? [line.slice(1)] : []));

/** `  app:` and what is indented below it. */
const part = (name: string): string => new RegExp(`^  ${name}:\\n((?: {4}.*\\n|\\n)+)`, 'm').exec(compose)?.[1] ?? '';
const compose = read('compose.yaml');

test('what the image takes is there and let in, and every workspace is among it', () => {
  expect(taken.length).toBeGreaterThan(8);
  expect(taken.filter((at) => !existsSync(path.join(root, at)))).toEqual([]);
  expect(taken.filter((at) => !letIn.some((allowed) => at === allowed || at.startsWith(`${allowed}/`)))).toEqual([]);
  for (const folder of ['packages/contract', 'packages/demo', 'packages/words', 'apps/server', 'apps/web', 'e2e', 'bench'])
    expect(taken).toContain(`${folder}/package.json`);
});

test('the image is of a Node that is supported, runs no install script, and serves as nobody special', () => {
  const wanted = Number(/\d+/.exec(manifest.engines.node)?.[0]);
  expect(Number(/^ARG NODE=node:(\d+)-/m.exec(dockerfile)?.[1])).toBeGreaterThanOrEqual(wanted);
  const installs = steps.filter((step) => step.includes('npm '));
  expect(installs).toHaveLength(2);
  for (const install of installs) expect(install).toContain('npm ci --ignore-scripts');
  const last = steps.slice(steps.findLastIndex((step) => step.startsWith('FROM ')));
  const orders = ['USER node', 'VOLUME /data', 'STOPSIGNAL SIGTERM', 'CMD ["node", "--max-semi-space-size=8", "apps/server/dist/main.js"]'];
  expect(last.filter((step) => orders.includes(step))).toEqual(orders);
  expect(last.some((step) => step.startsWith('HEALTHCHECK ') && step.includes('/readyz'))).toBe(true);
});

test('what only builds need is not in the image', () => {
  const install = steps.find((step) => step.includes('--omit=dev'));
  expect(install).toContain('rm -r node_modules/typescript node_modules/@typescript');
});

test('the demo is in the image only where it was asked for', () => {
  expect(steps).toContain('ARG DEMO=');
  expect(steps.find((step) => step.includes('build.mjs'))).toContain('if [ "$DEMO" != yes ]; then rm -r packages/demo/dist');
  expect(steps.filter((step) => step.includes('demo') && step.startsWith('COPY --from'))).toEqual([
    'COPY --from=build /app/packages/demo/dist packages/demo/dist',
  ]);
  expect(JSON.parse(read('apps/server/package.json')).dependencies).not.toHaveProperty('@mbari/demo');
});

test('the image is built in the languages that a start offers', () => {
  for (const name of ['LOCALES', 'DEFAULT_LOCALE']) {
    expect(steps).toContain(`ARG ${name}=`);
    expect(compose).toMatch(new RegExp(`^ {4}build:\\n(?: {6}.*\\n)* {8}${name}: \\$\\{${name}:-\\}$`, 'm'));
  }
  // An argument is there in the stages that name it.
  const stages = dockerfile.split(/^(?=FROM )/m);
  for (const stage of [stages.find((text) => text.includes('build.mjs')), stages.at(-1)])
    expect(stage).toMatch(/^ARG LOCALES\nARG DEFAULT_LOCALE$/m);
  expect(steps.findLast((step) => step.startsWith('ENV'))).toContain(' LOCALES=${LOCALES} DEFAULT_LOCALE=${DEFAULT_LOCALE}');
});

test('only this machine reaches the app, nobody reaches the database, and no password is written down', () => {
  expect(compose.match(/^ {4}ports:\n(?: {6}.*\n)+/gm)).toHaveLength(1);
  expect(part('app')).toContain("- '127.0.0.1:${PORT:-3000}:3000'");
  expect(part('database')).toMatch(/image: postgres:\d+-/);
  expect(part('database')).toContain('networks: [inside]');
  expect(compose).toMatch(/inside:\n {4}internal: true/);
  expect(compose.match(/\$\{POSTGRES_PASSWORD:\?/g)).toHaveLength(2);
  expect(compose).not.toMatch(/PASSWORD[}:][^\n]*:-/);
  for (const name of ['app', 'database'])
    for (const setting of ['cap_drop: [ALL]', 'read_only: true', 'no-new-privileges:true', 'stop_grace_period: '])
      expect(part(name), `${name}: ${setting}`).toContain(setting);
});

test('whoever supervises the server gives it longer to stop than it may take', () => {
  const given = [
    /^ {4}stop_grace_period: (\d+)s$/m.exec(part('app')),
    /--stop-timeout (\d+)/.exec(read('docs/operating/docker.md')),
    /^TimeoutStopSec=(\d+)$/m.exec(read('docs/operating/mbari.service')),
  ].map((found) => Number(found?.[1]));
  expect(given).toEqual([110, 110, 110]);
  expect(longestStopMs(60)).toBeLessThan(110_000);
});

test('what a start would have to write into the program’s folder is there once it is built', () => {
  for (const file of ['Dockerfile', 'scripts/build.mjs']) expect(read(file), file).toContain('findBinaries()');
  expect(read('docs/operating/mbari.service')).toMatch(/^ProtectSystem=strict$/m);
});
