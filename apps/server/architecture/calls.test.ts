import { allCalls, namedCalls } from '@mbari/contract/all';
import { parseSync, Visitor } from 'oxc-parser';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, routes } from '../src/app.ts';
import { calls as clientCalls } from '../src/client-api/calls.ts';
import { oauthCalls } from '../src/client-api/oauth-calls.ts';
import { startTestApp, type TestApp } from '../src/testing/app.ts';
import { type Module, readModules, sin } from './source.ts';

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());

/** Routes outside the contract, each with its reason. */
const beside = [
  'GET /api/v1/openapi.json', // returns the contract
  'GET /api/v1/docs',
  'GET /healthz', // for process monitors
  'GET /readyz',
  'GET /metrics',
  'GET /media/:id/:variant', // browsers request images by address alone
  'GET /user/:name/feed.atom', // Atom, for feed readers
  'GET /category/:name/feed.atom',
  'GET /tag/:name/feed.atom',
  'GET /place/:name/feed.atom',
  'GET /series/:name/feed.atom',
  'GET /exhibitions/:name/feed.atom',
  'GET /feed.atom',
  'GET /oembed', // for other sites that embed a post by its address
  'GET /robots.txt', // for search engines
  'GET /sitemap.xml',
  'GET /sitemap/members.xml',
  'GET /sitemap/:month.xml',
  'GET /outbox', // mails of an installation without a mail server, on this machine only
  'GET /outbox/:id',
  'GET /unsubscribe/:id/:signature', // linked in mails: asks for confirmation, and unsubscribes on POST
  'POST /unsubscribe/:id/:signature',
  'GET /post/:id/removal', // form for visitors who are shown in a public post
  'POST /post/:id/removal',
  'GET *', // the web app's pages and files
  // Mastodon's calls, for its clients.
  ...[...clientCalls, ...oauthCalls].flatMap(({ method, path }) => [`${method} ${path}`, `OPTIONS ${path}`]),
];

const served = (call: { method: string; path: string }): string => `${call.method} /api/v1${call.path.replaceAll(/\{(\w+)\}/g, ':_')}`;
/** HEAD routes for programs that only check whether a mailed link exists. */
const expectedRoutes = allCalls.flatMap((call) => (call.onlyWhenOpened ? served({ ...call, method: 'HEAD' }) : []));

/** Drops parameter names, because the router prints all names that endpoints give to the same parameter. */
const unnamed = (route: string): string => route.replaceAll(/:[\w|:]+(?:\(.*?\))?/g, ':_');

test('the server has one route for each call of the contract, and besides only the listed routes', async () => {
  const names = routes.map(({ endpoint }) => endpoint.name);
  expect([...names].sort()).toEqual(allCalls.map(({ name }) => name).sort());
  expect(new Set(names).size).toBe(names.length);
  expect(new Set(allCalls.map(served)).size).toBe(allCalls.length);
  const running = (await routesOf(app)).map(unnamed);
  expect(running.length).toBeGreaterThan(allCalls.length);
  expect(running.filter((route) => !beside.map(unnamed).includes(route.replace(/^HEAD/, 'GET'))).sort()).toEqual(
    [...allCalls.map(served), ...expectedRoutes].sort(),
  );
});

test('the name of every endpoint equals the name of its constant', () => {
  expect(namedCalls.filter(([name, call]) => name !== call.name)).toEqual([]);
});

/** Returns all routes as the router of the whole application prints them. */
async function routesOf({ context }: TestApp): Promise<string[]> {
  const server = buildApp(context);
  await server.ready();
  const tree = server.printRoutes({ commonPrefix: false });
  await server.close();
  const segments: string[] = [];
  return tree.split('\n').flatMap((line) => {
    const [, indent = '', part = '', methods = ''] = /^([│ ]*)(?:├──|└──) (\S*)(?: \(([A-Z, ]+)\))?/.exec(line) ?? [];
    if (!part) return [];
    segments.length = indent.length / 4;
    segments.push(part);
    return methods === '' ? [] : methods.split(', ').map((method) => `${method} ${segments.join('')}`);
  });
}

/** Returns the names of calls that no feature test makes in the form `app.call('POST', '/photos/…/like')`. */
function untested(calls: typeof allCalls, made: readonly Made[]): string[] {
  return calls.filter(({ method, path }) => !made.some((one) => one.method === method && matches(path, one.path))).map(({ name }) => name);
}

interface Made {
  method: string;
  path: string;
}

function callsMade({ path, text }: Module): Made[] {
  const found: Made[] = [];
  new Visitor({
    CallExpression({ arguments: [first, second] }) {
      if (first?.type !== 'Literal' || typeof first.value !== 'string' || !/^(?:GET|POST|PUT|PATCH|DELETE)$/.test(first.value)) return;
      const file =
        second?.type === 'Literal' && typeof second.value === 'string'
          ? second.value
          : second?.type === 'TemplateLiteral'
            ? second.quasis.map(({ value }) => value.cooked ?? '').join('{}')
            : undefined;
      if (file !== undefined) found.push({ method: first.value, path: file.replace(/\?.*/, '').replace(/(?<=[\w}])\{\}$/, '') });
    },
  }).visit(parseSync(path, text).program);
  return found;
}

function matches(pattern: string, path: string): boolean {
  const [expectedParts, actualParts] = [pattern.split('/'), path.replace(/^\/api\/v1/, '').split('/')];
  return (
    expectedParts.length === actualParts.length && expectedParts.every((part, index) => part.startsWith('{') || part === actualParts[index])
  );
}

test('a feature’s tests make every call of the contract', () => {
  const tests = readModules('apps/server/src').filter(({ path }) => path.endsWith('.test.ts'));
  expect(tests.length).toBeGreaterThan(5);
  const made = tests.flatMap(callsMade);
  expect(made.length).toBeGreaterThan(50);
  expect(untested(allCalls, made)).toEqual([]);
  const only = (text: string): string[] => untested(allCalls, callsMade(sin('apps/server/src/a.test.ts', text)));
  expect(only(`app.call('POST', \`/photos/\${id}/like\`)`)).not.toContain('likePhoto');
  expect(only(`app.call('POST', \`/photos/\${id}/like\`)`)).toContain('unlikePhoto');
  expect(only(`// app.call('POST', '/photos/1/like')`)).toContain('likePhoto');
});
