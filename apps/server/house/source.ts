import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'oxc-parser';

export const root = path.resolve(import.meta.dirname, '../../..');

export interface Import {
  /** Path from the root for modules of ours, such as `apps/server/src/ids.ts`; else the name of a package. */
  to: string;
  /** Nothing of it is left when the types are taken away. */
  isType: boolean;
}

export interface Module {
  /** From the root, with forward slashes. */
  path: string;
  text: string;
  imports: Import[];
  hasDefaultExport: boolean;
}

const skipped = new Set(['node_modules', 'dist', 'data', '.git', '.cache', 'coverage', 'test-results', 'playwright-report']);

/** Every file below a folder of the repository, from the root, without what is installed or built. */
export function filesBelow(folder: string): string[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true })
    .filter((entry) => !skipped.has(entry.name) && !(entry.isDirectory() && entry.name.startsWith('.') && entry.name !== '.ci'))
    .flatMap((entry) => {
      const at = path.posix.join(folder, entry.name);
      return entry.isDirectory() ? filesBelow(at) : [at];
    })
    .sort();
}

export const readModules = (...folders: string[]): Module[] =>
  folders
    .flatMap(filesBelow)
    .filter((at) => /\.(?:ts|tsx|mjs)$/.test(at) && !at.endsWith('.d.ts'))
    .map((at) => readModule(at, readFileSync(path.join(root, at), 'utf8')));

/** Reads one module with a real parser. Throws where the parser does: a module that cannot be read is never passed over. */
export function readModule(at: string, text: string): Module {
  const { module, errors } = parseSync(at, text);
  if (errors.length > 0) throw new Error(`${at} cannot be parsed: ${errors[0]?.message}`);
  const found: Import[] = [];
  for (const { moduleRequest, entries } of module.staticImports)
    found.push({ to: resolve(at, moduleRequest.value), isType: entries.length > 0 && entries.every(({ isType }) => isType) });
  for (const { entries } of module.staticExports)
    for (const { moduleRequest, isType } of entries) if (moduleRequest) found.push({ to: resolve(at, moduleRequest.value), isType });
  for (const { moduleRequest } of module.dynamicImports) {
    const quoted = /^(['"`])([^'"`$]+)\1$/.exec(text.slice(moduleRequest.start, moduleRequest.end));
    if (quoted?.[2]) found.push({ to: resolve(at, quoted[2]), isType: false });
  }
  const hasDefaultExport = module.staticExports.some(({ entries }) =>
    entries.some(({ exportName }) => exportName.kind === 'Default' || exportName.name === 'default'),
  );
  return { path: at, text, imports: found, hasDefaultExport };
}

/** Makes a module that is nowhere on disk, to plant a sin with. */
export const sin = (at: string, text: string): Module => readModule(at, text);

function resolve(from: string, request: string): string {
  if (request.startsWith('.')) return path.posix.join(path.posix.dirname(from), request).replace(/\.js$/, '.ts');
  if (request.startsWith('@mbari/contract/')) return `packages/contract/src/${request.slice('@mbari/contract/'.length)}.ts`;
  return request;
}
