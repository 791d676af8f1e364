import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'oxc-parser';

/** Beside folders that begin with a dot, which tools and tests make for themselves. */
const skipped = new Set(['node_modules', 'dist', 'dist.next', 'data', 'coverage', 'test-results', 'playwright-report']);
const code = /\.[cm]?[jt]sx?$/;

/**
 * Every file of the repository, with what is generated and without what is installed or built, by its path: the digest of its bytes.
 * @param {string} root
 * @returns {Map<string, string>}
 */
export function readTree(root) {
  const tree = new Map();
  const read = (/** @type {string} */ folder) => {
    for (const entry of readdirSync(path.join(root, folder), { withFileTypes: true })) {
      if (skipped.has(entry.name) || (entry.isDirectory() && entry.name.startsWith('.') && entry.name !== '.ci')) continue;
      const at = path.posix.join(folder, entry.name);
      if (entry.isDirectory()) read(at);
      else if (entry.isFile()) tree.set(at, digest(readFileSync(path.join(root, at))));
    }
  };
  read('.');
  return tree;
}

/** @param {string | Buffer} content */
export const digest = (content) => createHash('sha1').update(content).digest('base64url');

/**
 * What the modules that find files by their own place read there, beside what they import. One that stands not here may read anything.
 * @type {Record<string, string[]>}
 */
const knownReaders = {
  'apps/server/src/platform/images/images.ts': ['apps/server/src/platform/images/images-worker.ts'],
  'apps/server/src/platform/markdown/markdown.ts': ['apps/server/src/platform/markdown/markdown-worker.ts'],
  'apps/server/src/platform/db/embedded/binaries.ts': [],
  'apps/server/src/platform/db/migrate.ts': ['apps/server/migrations/'],
  'apps/server/src/platform/environment.ts': [],
  'apps/server/src/jobs-process.ts': ['apps/server/src/jobs.ts'],
  'apps/server/src/platform/product-version.ts': ['apps/server/package.json'],
  'apps/server/src/testing/object-store.ts': [],
  'apps/server/src/testing/workers.ts': [
    'apps/server/src/platform/images/images-worker.ts',
    'apps/server/src/platform/markdown/markdown-worker.ts',
  ],
  'packages/words/generator/generate.mjs': ['packages/words/formats/', 'packages/words/locales/'],
  'vitest.config.ts': [],
};

/**
 * Where the settings of vitest have imports lead that are no paths.
 * @type {[RegExp, string][]}
 */
const aliases = [
  [/^@mbari\/(contract|demo)\/(.*)$/, 'packages/$1/src/$2.ts'],
  [/^@mbari\/words\/words-for$/, 'packages/words/src/words-for.ts'],
  [/^@mbari\/words\/locales$/, 'packages/words/src/generated/locales.ts'],
  [/^@mbari\/words\/(.*)$/, 'packages/words/src/generated/en/$1.ts'],
  [/^~\/(.*)$/, 'apps/web/src/$1'],
  [/^virtual:most-used-passwords$/, 'apps/web/build/most-used-passwords.ts'],
];

/**
 * What a file reads: files of ours that it imports, starts as a worker or is known to read, in whichever way it is written.
 * `everything` is said of one of which that cannot be told.
 * @typedef {{ reads: string[], everything: boolean }} Reads
 */

/**
 * Answers what each file reads. Each is parsed once.
 * @param {string} root
 * @param {Map<string, string>} tree
 * @returns {(at: string) => Reads}
 */
export function graphOf(root, tree) {
  /** @type {Map<string, Reads>} */
  const parsed = new Map();
  return (at) => {
    const known = parsed.get(at) ?? (code.test(at) ? readModule(at, readFileSync(path.join(root, at), 'utf8'), tree) : leaf);
    parsed.set(at, known);
    return known;
  };
}

/** Looks at where it stands or runs, or names a file by its way from the root. */
const findsFiles = /\b(?:process\.cwd|createRequire|__dirname)\b|['"`](?:\.\/)?(?:apps|bench|docs|e2e|packages|scripts)\//;

/** @type {Reads} */
const leaf = { reads: [], everything: false };

/**
 * @param {string} at
 * @param {string} text
 * @param {Map<string, string>} tree
 * @returns {Reads}
 */
function readModule(at, text, tree) {
  const { module, errors } = parseSync(at, text);
  if (errors.length > 0) return { reads: [], everything: true };
  const dynamic = module.dynamicImports.map(({ moduleRequest: { start, end } }) => literal(text.slice(start, end)));
  const requests = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) => entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? [])),
    ...dynamic.filter((request) => request !== undefined),
  ];
  // A type expression is no dynamic import to the parser, and nothing of it is left when the code runs.
  const { addresses, unread } = addressesIn(text, module.importMetas);
  const resolved = [...requests.map((request) => resolve(at, request)), ...addresses.map((address) => below(at, address))];
  const ours = resolved.filter((to) => to !== undefined);
  const known = knownReaders[at];
  const named = (known ?? []).flatMap((to) => (to.endsWith('/') ? [...tree.keys()].filter((file) => file.startsWith(to)) : [to]));
  const leadsNowhere = [...ours, ...named].some((to) => !tree.has(to));
  return {
    reads: [...new Set([...ours, ...named])].filter((to) => tree.has(to)),
    everything: leadsNowhere || dynamic.includes(undefined) || (known === undefined && (unread || findsFiles.test(text))),
  };
}

/** @param {string} source */
const literal = (source) => /^(['"`])([^'"`$]+)\1$/.exec(source)?.[2];

/**
 * `new URL('./worker.ts', import.meta.url)` names a file; every other look at the module's own place may lead anywhere.
 * @param {string} text
 * @param {{ end: number }[]} metas
 */
function addressesIn(text, metas) {
  const addresses = [...text.matchAll(/new URL\(\s*(['"`])([^'"`$]+)\1,\s*import\.meta\.url,?\s*\)/g)].map(([, , address = '']) => address);
  const reads = metas.filter(({ end }) => /^\s*\.\s*(?!env\b|hot\b)/.test(text.slice(end)));
  return { addresses, unread: reads.length > addresses.length };
}

/** @type {(at: string, to: string) => string} */
const below = (at, to) => path.posix.join(path.posix.dirname(at), to);

/**
 * Undefined for a package, which the lock names.
 * @param {string} at
 * @param {string} request
 */
function resolve(at, request) {
  const name = request.replace(/\?\w+$/, '');
  if (/^\.\.?(?:\/|$)/.test(name)) return below(at, name);
  const alias = aliases.find(([pattern]) => pattern.test(name));
  return alias && name.replace(alias[0], alias[1]);
}
