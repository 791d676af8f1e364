import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from '../src/platform/config.ts';
import { longestStopMs } from '../src/platform/http/connections/stop-serving.ts';
import { root } from './source.ts';

const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');
const dockerfile = read('Dockerfile').replaceAll(/\\\n\s*/g, '');
const steps = dockerfile.split('\n').filter((line) => /^[A-Z]+ /.test(line));
const manifest = JSON.parse(read('package.json')) as { engines: { node: string } };

const copiedPaths = steps.flatMap((step) => (/^COPY (?!--from)(.+) \S+$/.exec(step)?.[1] ?? '').split(' ').filter(Boolean));
const letIn = read('.dockerignore')
  .split('\n')
  .flatMap((line) => (line.startsWith('!') ? [line.slice(1)] : []));

/** Returns the indented lines below a service's name, such as `  app:`. */
const part = (name: string): string => new RegExp(`^  ${name}:(?: &\\w+)?\\n((?: {4}.*\\n|\\n)+)`, 'm').exec(compose)?.[1] ?? '';
const compose = read('compose.yaml');
const services = [...compose.slice(0, compose.indexOf('\nnetworks:')).matchAll(/^ {2}(\w+):/gm)].map(([, name]) => name!);
/** Services that start by default, because they have no profile. */
const byDefault = services.filter((name) => !/^ {4}profiles:|^ {4}<<: \*node$/m.test(part(name)));

test('the files that the image copies exist and are not ignored, and include every workspace', () => {
  expect(copiedPaths.length).toBeGreaterThan(8);
  expect(copiedPaths.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
  expect(copiedPaths.filter((file) => !letIn.some((allowed) => file === allowed || file.startsWith(`${allowed}/`)))).toEqual([]);
  for (const folder of ['packages/contract', 'packages/demo', 'packages/words', 'apps/server', 'apps/web', 'e2e', 'bench'])
    expect(copiedPaths).toContain(`${folder}/package.json`);
});

test('the image uses a supported Node version, runs no install script and runs the server as an unprivileged user', () => {
  const requiredVersion = Number(/\d+/.exec(manifest.engines.node)?.[0]);
  expect(Number(/^ARG NODE=node:(\d+)-/m.exec(dockerfile)?.[1])).toBeGreaterThanOrEqual(requiredVersion);
  const installs = steps.filter((step) => step.includes('npm '));
  expect(installs).toHaveLength(2);
  for (const install of installs) expect(install).toContain('npm ci --ignore-scripts');
  const last = steps.slice(steps.findLastIndex((step) => step.startsWith('FROM ')));
  const orders = ['USER node', 'VOLUME /data', 'STOPSIGNAL SIGTERM', 'CMD ["node", "--max-semi-space-size=8", "apps/server/dist/main.js"]'];
  expect(last.filter((step) => orders.includes(step))).toEqual(orders);
  expect(last.some((step) => step.startsWith('HEALTHCHECK ') && step.includes('/readyz'))).toBe(true);
});

test('the image contains no compiler', () => {
  const install = steps.find((step) => step.includes('--omit=dev'));
  expect(install).toContain('rm -r node_modules/typescript node_modules/@typescript');
});

test('the image contains the demo only on request', () => {
  expect(steps).toContain('ARG DEMO=');
  expect(steps.find((step) => step.includes('build.mjs'))).toContain(
    'if [ "$DEMO" != yes ]; then rm -r packages/demo/dist packages/demo/images',
  );
  expect(steps.filter((step) => step.includes('demo') && step.startsWith('COPY --from'))).toEqual([
    'COPY --from=build /app/packages/demo/dist packages/demo/dist',
    'COPY --from=build /app/packages/demo/images packages/demo/images',
  ]);
  expect(JSON.parse(read('apps/server/package.json')).dependencies).not.toHaveProperty('@mbari/demo');
});

test('the build and the server in the image get the same LOCALES and DEFAULT_LOCALE', () => {
  for (const name of ['LOCALES', 'DEFAULT_LOCALE']) {
    expect(steps).toContain(`ARG ${name}=`);
    expect(compose).toMatch(new RegExp(`^ {4}build:\\n(?: {6}.*\\n)* {8}${name}: \\$\\{${name}:-\\}$`, 'm'));
  }
  // A build argument exists only in the stages that declare it.
  const stages = dockerfile.split(/^(?=FROM )/m);
  for (const stage of [stages.find((text) => text.includes('build.mjs')), stages.at(-1)])
    expect(stage).toMatch(/^ARG LOCALES\nARG DEFAULT_LOCALE$/m);
  expect(steps.findLast((step) => step.startsWith('ENV'))).toContain(' LOCALES=${LOCALES} DEFAULT_LOCALE=${DEFAULT_LOCALE}');
});

test('Compose publishes the app only on this machine, does not publish the database, and contains no password', () => {
  expect(byDefault).toEqual(['app', 'database']);
  const published = services.filter((name) => /^ {4}ports:$/m.test(part(name)));
  expect(published.filter((name) => byDefault.includes(name))).toEqual(['app']);
  expect(published, 'of several nodes, the balancer is published, too').toEqual(['app', 'balancer']);
  expect(part('app')).toContain("- '127.0.0.1:${PORT:-3000}:3000'");
  expect(part('database')).toMatch(/image: postgres:\d+-/);
  expect(part('database')).toContain('networks: [inside]');
  expect(compose).toMatch(/inside:\n {4}internal: true/);
  expect(compose.match(/\$\{POSTGRES_PASSWORD:\?/g)).toHaveLength(2);
  expect(compose).not.toMatch(/PASSWORD[}:][^\n]*:-/);
  for (const name of services.filter((service) => service !== 'app3'))
    for (const setting of ['cap_drop: [ALL]', 'read_only: true', 'no-new-privileges:true', 'stop_grace_period: '])
      expect(part(name), `${name}: ${setting}`).toContain(setting);
});

test('several nodes share settings, each node has its own data folder, and no node starts without a bucket', () => {
  const folders = ['app', 'app2', 'app3'].map((name) => /^ {6}- (\w+):\/data$/m.exec(part(name))?.[1]);
  expect(folders).toEqual(['data', 'data2', 'data3']);
  const declared = compose.slice(compose.indexOf('\nvolumes:'));
  for (const name of [...folders, 'database', 'replica']) expect(declared).toContain(`\n  ${name}:\n`);
  expect(part('app')).toContain('environment: &environment\n');
  expect(part('app2')).toMatch(/ {4}environment:\n {6}<<: \*environment\n/);
  expect(part('app3')).toBe(`    <<: *node\n    volumes:\n      - data3:/data\n\n`);
  // These settings of `app` must be the same in `app2`.
  for (const line of part('app')
    .split('\n')
    .filter((one) => /^ {4}(?:init|restart|env_file|networks|read_only|tmpfs|cap_drop|security_opt|stop_grace_period):/.test(one)))
    expect(part('app2').split('\n')).toContain(line);
  const missing = /S3_ENDPOINT: \$\{S3_ENDPOINT:-(.+)\}/.exec(part('app2'))![1]!;
  expect(() => readConfig({ S3_ENDPOINT: missing }, '/srv')).toThrow('S3_ENDPOINT');
  // Compose requires a `:?` variable even for profiles that are not used.
  for (const name of ['app2', 'app3', 'balancer', 'replica']) expect(part(name)).not.toContain(':?');
  expect(/image: (.+)/.exec(part('replica'))![1]).toBe(/image: (.+)/.exec(part('database'))![1]);
});

test('haproxy-compose.cfg differs from the documented haproxy.cfg only in the listed lines', () => {
  expect(part('balancer')).toContain('./docs/operating/haproxy-compose.cfg:/usr/local/etc/haproxy/haproxy.cfg:ro');
  const [documented, mounted] = ['haproxy.cfg', 'haproxy-compose.cfg'].map((name) => read(`docs/operating/${name}`).split('\n'));
  expect(mounted!.filter((line) => !documented!.includes(line))).toEqual([
    expect.stringMatching(/^# /),
    'resolvers docker',
    '    nameserver docker 127.0.0.11:53',
    '    bind :443 ssl crt /certificate.pem alpn h2,http/1.1',
    expect.stringMatching(/^ {4}# /),
    ...['one app', 'two app2', 'three app3'].map((node) => `    server ${node}:3000 resolvers docker init-addr none`),
    ...['one app', 'two app2', 'three app3'].map(
      (node) => `    server ${node}:3000 track nodes/${node.split(' ')[0]} resolvers docker init-addr none`,
    ),
  ]);
  expect(documented!.filter((line) => !mounted!.includes(line))).toEqual([
    expect.stringMatching(/^# /),
    '    bind :443 ssl crt /etc/haproxy/mbari.example.pem alpn h2,http/1.1',
    ...['one 10.0.0.11', 'two 10.0.0.12'].map((node) => `    server ${node}:3000`),
    ...['one 10.0.0.11', 'two 10.0.0.12'].map((node) => `    server ${node}:3000 track nodes/${node.split(' ')[0]}`),
  ]);
});

test('every supervisor waits longer for the server to stop than a stop can take', () => {
  const versions = [
    /^ {4}stop_grace_period: (\d+)s$/m.exec(part('app')),
    /--stop-timeout (\d+)/.exec(read('docs/operating/docker.md')),
    /^TimeoutStopSec=(\d+)$/m.exec(read('docs/operating/mbari.service')),
  ].map((match) => Number(match?.[1]));
  expect(versions).toEqual([110, 110, 110]);
  expect(longestStopMs(60)).toBeLessThan(110_000);
});

test('the build creates every file that the server would otherwise write into the program’s folder at its start', () => {
  for (const file of ['Dockerfile', 'scripts/build.mjs']) expect(read(file), file).toContain('findBinaries()');
  expect(read('docs/operating/mbari.service')).toMatch(/^ProtectSystem=strict$/m);
});
