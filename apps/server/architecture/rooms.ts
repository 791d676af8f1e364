import type { Import, Module } from './source.ts';

/** Anybody on the server may import these: they know nothing of features, HTTP or SQL statements. */
const bottom = [
  'visibility/members',
  'visibility/moderation',
  'visibility/photos',
  'visibility/comments',
  'visibility/forum',
  'visibility/forum-polls',
  'visibility/profiles',
  'visibility/plans',
  'ids',
  'device',
  'english',
  'map-values',
  'search-query',
  'memory',
  'refusal',
  'send-key',
  'context',
  'config',
  'config-source',
  'config-replicas',
  'config-storage',
  'languages',
  'site',
  'time-zones',
  'localhost',
  'plain-address',
  'product-version',
].map((name) => `apps/server/src/${name}.ts`);
/** SQL conditions about members, and what they prefer, that others' queries are written with. */
const snippets = ['members/viewers.ts', 'members/views.ts', 'notifications/preference-of.ts', 'rules/cited.ts'].map(
  (name) => `apps/server/src/features/${name}`,
);
/** What use cases say to HTTP without touching a request: who asks, which page, an answer that is JSON already, what a page may load, how a plain one looks. */
const spoken = ['viewer', 'lists', 'ready-json', 'content-policy', 'plain-page'].map((name) => `apps/server/src/http/${name}.ts`);
/** Start and stop the whole: they know everything. */
const entrances = /^apps\/server\/src\/(?:app|main|cli|open-context|jobs\/(?:main|runner|tasks)|cli\/[\w-]+)\.ts$/;
/** Lie above the bottom modules and know no feature either. */
const above = ['environment', 'jobs-process', 'stop-on-signals'].map((name) => `apps/server/src/${name}.ts`);

/** Every module whose path stands in a rule, so that a rule about a file that was moved away is noticed. */
export const named = [...bottom, ...snippets, ...spoken, ...above];

const isTest = (at: string): boolean =>
  /\.test\.tsx?$/.test(at) || /\/(?:testing|architecture)\//.test(at) || /^(?:e2e|bench|scripts)\//.test(at);
const isConfig = (at: string): boolean => at.endsWith('.config.ts');
const featureOf = (at: string): string | undefined => /^apps\/server\/src\/features\/([\w-]+)\//.exec(at)?.[1];
const fileOf = (at: string): string => at.slice(at.lastIndexOf('/') + 1);

/** The web app's floors, from the ground up: each may use those before it. */
const floors = ['styles', 'lib', 'drawings', 'ui', 'features', 'pages', 'shell', 'routes.tsx', 'main.tsx'];
const floorOf = (at: string): number => floors.indexOf(/^apps\/web\/src\/([\w.-]+)/.exec(at)?.[1] ?? '');

const folders = ['visibility', 'http', 'db', 'adapters', 'jobs', 'features', 'cli', 'testing'];
const isInFolder = (at: string): boolean => folders.includes(/^apps\/server\/src\/([\w-]+)\//.exec(at)?.[1] ?? '');

/** Whether the rules below know what a file may do. Everything else is a sin by being there. */
function hasRoom(at: string): boolean {
  if (isTest(at) || isConfig(at) || /^apps\/(?:web\/(?:build|public)|server\/build)\//.test(at) || at.endsWith('.d.ts')) return true;
  if (/^packages\/(?:(?:contract|demo|words)\/src|words\/(?:generator|locales))\//.test(at)) return true;
  if (at.startsWith('apps/web/src/')) return floorOf(at) !== -1;
  return entrances.test(at) || isInFolder(at) || [...bottom, ...above].includes(at);
}

/** Files that are nowhere in the layout, as sentences: no rule would apply to them. */
export const withoutRoom = (modules: readonly Module[]): string[] => [
  ...new Set(
    modules
      .flatMap(({ path: at, imports }) => [at, ...imports.filter(({ isOurs }) => isOurs).map(({ to }) => to)])
      .filter((at) => !hasRoom(at))
      .map((at) => `${at} stands nowhere in the plan`),
  ),
];

/** Every import that the layout forbids, as a sentence. */
export function wrongImports(modules: readonly Module[]): string[] {
  return modules.flatMap((module) =>
    isTest(module.path) || isConfig(module.path)
      ? []
      : module.imports.flatMap((one) => {
          const why = whyNot(module.path, one);
          return why === null ? [] : [`${module.path} imports ${one.to}: ${why}`];
        }),
  );
}

function whyNot(from: string, one: Import): string | null {
  const { to, isType } = one;
  if (isTest(to)) return 'the product never imports what only tests need';
  if (from.startsWith('packages/contract/')) return contract(to);
  if (from.startsWith('packages/demo/')) return demo(to);
  if (from.startsWith('packages/words/src/')) return words(to);
  if (from.startsWith('apps/web/')) return web(from, to, isType);
  if (from.startsWith('apps/server/src/')) return server(from, one);
  return null;
}

function contract(to: string): string | null {
  return to === 'zod' || to.startsWith('packages/contract/src/') ? null : 'the contract imports zod only';
}

function demo(to: string): string | null {
  return to === 'node:path' || /^packages\/(?:contract|demo)\/src\//.test(to) ? null : 'the demo imports the contract only';
}

function words(to: string): string | null {
  return /^packages\/words\/(?:src|locales)\//.test(to) ? null : 'the words import nothing';
}

/** All languages at once: for the server, which speaks to people of several. */
const allWords = 'packages/words/src/words-for.ts';

function web(from: string, to: string, isType: boolean): string | null {
  if (to.startsWith('apps/server/')) return 'the web app never imports the server';
  if (to === allWords) return 'a build has one language: import its words by their subject';
  if (to.startsWith('packages/demo/')) return 'the demo fills a database; the web app never imports it';
  if (!from.startsWith('apps/web/src/')) return null;
  if (to.startsWith('apps/web/') && !to.startsWith('apps/web/src/')) return 'the app knows nothing of what builds it';
  if (to.startsWith('node:')) return 'a browser has no Node';
  if (!isType && (to === 'zod' || to.startsWith('packages/contract/src/shapes/'))) return 'zod stays on the server: import the type only';
  if (!to.startsWith('apps/web/src/') || floorOf(to) <= floorOf(from)) return null;
  return `${floors[floorOf(from)]} lies below ${floors[floorOf(to)]}`;
}

/** The demo's package, and the feature that fills the database with it. */
const isOfDemo = (at: string): boolean => at.startsWith('packages/demo/') || at.startsWith('apps/server/src/features/demo/');

function server(from: string, { to, isType, form }: Import): string | null {
  if (to.startsWith('apps/web/')) return 'the server never imports the web app';
  if (/^packages\/words\/(?:locales\/en\/|src\/formatting)/.test(to)) return 'the server speaks every language: take wordsFor(locale)';
  if (isOfDemo(to) && !isOfDemo(from) && !(from === 'apps/server/src/cli/demo.ts' && form === 'dynamic'))
    return 'the demo is loaded by the command that asks for it, and by nothing that serves';
  if (entrances.test(from)) return null;
  if (entrances.test(to)) return 'nothing imports an entrance';
  const feature = featureOf(from);
  if (feature) return featureRoom(feature, from, to, isType);
  const other = featureOf(to);
  if (/^apps\/server\/src\/(?:adapters|db|http)\//.test(from) && other) return 'adapters, db and http know no feature';
  if ([...bottom, ...above].includes(from) && other) return 'a bottom module knows no feature';
  return null;
}

function featureRoom(feature: string, from: string, to: string, isType: boolean): string | null {
  const other = featureOf(to);
  const file = fileOf(from);
  if (other && other !== feature && !snippets.includes(to)) {
    if (/^(?:queries|routes)\.ts$/.test(fileOf(to)) && !(isType && fileOf(to) === 'queries.ts' && file === 'views.ts'))
      return 'a feature speaks to another through its use cases, rules and views';
    if (file === 'queries.ts' && !isType) return 'queries import no other feature';
  }
  if (bottom.includes(to) && to !== 'apps/server/src/platform/refusal.ts') return null;
  const isHttp = to === 'fastify' || to.startsWith('@fastify/') || (to.startsWith('apps/server/src/http/') && !spoken.includes(to));
  switch (file) {
    case 'routes.ts':
      return /^(?:pg|kysely)$/.test(to) ? 'routes contain no SQL' : null;
    case 'queries.ts':
      if (to === 'apps/server/src/platform/refusal.ts') return 'queries refuse nothing';
      if (isHttp && !isType) return 'queries know no HTTP';
      return to.startsWith('apps/server/src/adapters/') && !isType ? 'queries use no adapter' : null;
    case 'rules.ts':
      return isType || other === feature || to.startsWith('packages/contract/') || to === 'apps/server/src/platform/refusal.ts'
        ? null
        : 'a rule has no I/O';
    default:
      // How a cookie is kept and read: for routes alone, and beside them where two features' routes share it.
      return isHttp && !isType && !file.endsWith('-cookie.ts') ? 'only routes speak HTTP' : null;
  }
}

/** Circles of imports that remain when types are gone, each as the list of its modules. */
export function circles(modules: readonly Module[]): string[][] {
  return circlesIn(new Map(modules.map(({ path: at, imports }) => [at, imports.filter(({ isType }) => !isType).map(({ to }) => to)])));
}

/** Features that need each other, on either side of the wire. It is enough to know another's types. */
export function featureCircles(modules: readonly Module[]): string[][] {
  const needs = new Map<string, Set<string>>();
  for (const { path: at, imports } of modules) {
    const from = sideOf(at);
    if (!from || isTest(at)) continue;
    const known = needs.get(from) ?? new Set();
    needs.set(from, known);
    for (const { to } of imports) {
      const other = sideOf(to);
      if (other && other !== from) known.add(other);
    }
  }
  return circlesIn(new Map([...needs].map(([from, to]) => [from, [...to]])));
}

/** `web/people`: a feature, and the side it is on. */
const sideOf = (at: string): string | undefined => /^apps\/(server|web)\/src\/features\/([\w-]+)\//.exec(at)?.slice(1).join('/');

function circlesIn(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const found: string[][] = [];
  const done = new Set<string>();
  const walk = (at: string, passed: string[]): void => {
    const start = passed.indexOf(at);
    if (start !== -1) return void found.push(passed.slice(start));
    if (done.has(at)) return;
    for (const next of graph.get(at) ?? []) if (graph.has(next)) walk(next, [...passed, at]);
    done.add(at);
  };
  for (const at of graph.keys()) walk(at, []);
  return found;
}
