import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import { readCatalogues } from '../../../packages/words/generator/read-catalogues.mjs';

export const root = path.resolve(import.meta.dirname, '../../..');

export interface Import {
  /** The specifier as written. */
  request: string;
  /** Path from the root for our files, such as `apps/server/src/platform/ids.ts`; else the package name. */
  to: string;
  isOurs: boolean;
  /** `address` means `new URL('./worker.ts', import.meta.url)`, the address of a worker. */
  form: 'import' | 'export' | 'dynamic' | 'type expression' | 'address';
  /** The import disappears when types are stripped. */
  isType: boolean;
}

export interface Module {
  /** Relative to the repository's root, with forward slashes. */
  path: string;
  text: string;
  imports: Import[];
  /** Imports whose target is known only at run time. */
  unreadable: string[];
}

const skipped = new Set(['node_modules', 'dist', 'data', '.git', '.cache', 'coverage', 'generated', 'test-results', 'playwright-report']);
const code = /\.[cm]?[jt]sx?$/;

/** Returns the paths of a folder's files from the root, except installed and built files. */
export function filesBelow(folder: string): string[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true })
    .filter((entry) => !skipped.has(entry.name) && !(entry.isDirectory() && entry.name.startsWith('.') && entry.name !== '.ci'))
    .flatMap((entry) => {
      const file = path.posix.join(folder, entry.name);
      return entry.isDirectory() ? filesBelow(file) : [file];
    })
    .sort();
}

export const readModules = (...folders: string[]): Module[] =>
  folders
    .flatMap(filesBelow)
    .filter((file) => code.test(file))
    .map((file) => readOnce(file, readFileSync(path.join(root, file), 'utf8')));

/** Cache of parsed modules, shared by all checks. */
const parsed = new Map<string, Module>();

function readOnce(file: string, text: string): Module {
  const cached = parsed.get(file);
  if (cached?.text === text) return cached;
  const module = readModule(file, text);
  parsed.set(file, module);
  return module;
}

/** Imports that need the syntax tree. Building the tree takes ten times as long as reading module records. */
const needsTree = /\bimport\s*\(|\bnew URL\(|import\.meta\.glob|\bdeclare module\b|\bexport\s*\{\s*\}/;

/** Throws if the module cannot be parsed. */
export function readModule(file: string, text: string): Module {
  const parsed = parseSync(file, text);
  const { errors } = parsed;
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`);
  const imports: Import[] = [];
  const unreadable: string[] = [];
  const add = (form: Import['form'], source: { start: number; end: number }, isType = false): void => {
    const request = /^(['"`])([^'"`$]+)\1$/.exec(text.slice(source.start, source.end))?.[2];
    if (request === undefined) unreadable.push(text.slice(source.start, source.end));
    else
      imports.push({ request, form, isType, ...resolve(file, form === 'address' && !request.startsWith('.') ? `./${request}` : request) });
  };
  if (!needsTree.test(text)) {
    for (const { moduleRequest, entries } of parsed.module.staticImports)
      add('import', moduleRequest, entries.length > 0 && entries.every(({ isType }) => isType));
    for (const { entries } of parsed.module.staticExports) {
      const source = entries[0]?.moduleRequest;
      if (source)
        add(
          'export',
          source,
          entries.every(({ isType }) => isType),
        );
    }
    return { path: file, text, imports, unreadable };
  }
  new Visitor({
    ImportDeclaration({ source, importKind, specifiers }) {
      const importSpecifiers = specifiers.filter((specifier) => specifier.type === 'ImportSpecifier');
      const allTypes =
        specifiers.length > 0 &&
        importSpecifiers.length === specifiers.length &&
        importSpecifiers.every((specifier) => specifier.importKind === 'type');
      add('import', source, importKind === 'type' || allTypes);
    },
    ExportNamedDeclaration({ source, exportKind, specifiers }) {
      if (source)
        add(
          'export',
          source,
          exportKind === 'type' || (specifiers.length > 0 && specifiers.every((specifier) => specifier.exportKind === 'type')),
        );
    },
    ExportAllDeclaration({ source, exportKind }) {
      add('export', source, exportKind === 'type');
    },
    ImportExpression({ source }) {
      add('dynamic', source);
    },
    TSImportType({ source }) {
      add('type expression', source, true);
    },
    NewExpression({ callee, arguments: [address, base] }) {
      if (callee.type !== 'Identifier' || callee.name !== 'URL' || !address || !base) return;
      if (text.slice(base.start, base.end) === 'import.meta.url' && code.test(text.slice(address.start + 1, address.end - 1)))
        add('address', address);
    },
    CallExpression({ callee, start, end }) {
      if (text.slice(callee.start, callee.end) === 'import.meta.glob') unreadable.push(text.slice(start, end));
    },
  }).visit(parsed.program);
  return { path: file, text, imports, unreadable };
}

/** Creates a module in memory that violates a rule. */
export const sin = (file: string, text: string): Module => readModule(file, text);

const readJson = (file: string): unknown => JSON.parse(readFileSync(path.join(root, file), 'utf8'));

interface Manifest {
  name: string;
  exports?: Record<string, { 'mbari-source'?: string }>;
}

/** Folder and manifest of each workspace; the root is the last. */
const workspaces = filesBelow('.')
  .filter((file) => path.posix.basename(file) === 'package.json')
  .map((file) => ({ folder: path.posix.dirname(file), manifest: readJson(file) as Manifest }))
  .sort((a, b) => b.folder.length - a.folder.length);

/** Compiler aliases, each with its workspace. */
const aliases = workspaces.flatMap(({ folder }) => {
  const config = path.posix.join(folder, 'tsconfig.json');
  if (!existsSync(path.join(root, config))) return [];
  const { compilerOptions: { paths = {} } = {} } = readJson(config) as { compilerOptions?: { paths?: Record<string, [string]> } };
  return Object.entries(paths).map(([alias, [target]]) => ({
    folder,
    prefix: alias.replace('*', ''),
    target: path.posix.join(folder, target.replace('*', '')),
  }));
});

/** Resolves an import. Built and generated files resolve to their source. */
function resolve(from: string, request: string): { to: string; isOurs: boolean } {
  const name = request.replace(/\?\w+$/, '');
  const file = ourPath(from, name);
  if (file === undefined) return { to: name, isOurs: false };
  return { to: sourceOf(file), isOurs: true };
}

const { domains } = readCatalogues(path.join(root, 'packages/words/locales'));
const catalogueOf = (subject: string): string | undefined =>
  domains[subject] === undefined ? undefined : `packages/words/locales/en/${domains[subject]}.json`;

const sourceOf = (file: string): string =>
  file
    .replace(/^((?:apps|packages)\/[\w-]+)\/dist\/(.*)\.js$/, '$1/src/$2.ts')
    .replace(/^packages\/words\/src\/generated\/en\/format\.ts$/, 'packages/words/src/formatting.ts')
    .replace(/^packages\/words\/src\/generated\/en\/(.*)\.ts$/, (generated, subject) => catalogueOf(subject) ?? generated)
    .replace(/^packages\/words\/src\/generated\/.*$/, 'packages/words/locales/locales.json');

function ourPath(from: string, name: string): string | undefined {
  if (/^\.\.?(?:\/|$)/.test(name)) return path.posix.join(path.posix.dirname(from), name);
  const alias = aliases.find(({ folder, prefix }) => from.startsWith(`${folder}/`) && name.startsWith(prefix));
  if (alias) return alias.target + name.slice(alias.prefix.length);
  const workspace = workspaces.find(({ manifest }) => name === manifest.name || name.startsWith(`${manifest.name}/`));
  if (!workspace) return undefined;
  const rest = name.slice(workspace.manifest.name.length + 1);
  const { exports = {} } = workspace.manifest;
  const pattern = (exports[`./${rest}`] ?? exports['./*'])?.['mbari-source'] ?? './*';
  return path.posix.join(workspace.folder, pattern.replace('*', rest));
}
