import { type Argument, type Expression, type IdentifierName, type ParamPattern, parseSync, Visitor } from 'oxc-parser';
import type { Module } from './source.ts';

/** The one module that writes keys of the client's cache, and the folder that handles what a change does to several of them. */
export const registry = 'apps/web/src/platform/lib/query-keys.ts';
/** Beside it, and given out by it, too: what the entry needs, which loads no other. */
const registries = [registry, 'apps/web/src/platform/lib/feed-key.ts'];
const events = 'apps/web/src/lib/cache-events/';

type Node = Expression | Argument | ParamPattern | IdentifierName;

/** Calls of the client that take a key as it is. */
const takesKey = /^(?:get|set|ensure)Quer(?:y|ies)(?:Data|State)$/;
const isKeyName = (name: string): boolean => /^(?:query|mutation)Key$/.test(name);

/** What a module does with keys that only the registry may, as sentences. */
export function wrongKeys(modules: readonly Module[]): string[] {
  return modules.filter(isAsked).flatMap((module) => {
    const wrong = new Set<string>();
    const at = (start: number): string => `${module.path}:${module.text.slice(0, start).split('\n').length}`;
    const foreign = foreignNames(module);
    const isForeign = (node: Node | null): boolean => foreign.has(rootOf(node) ?? '');
    const write = (start: number): unknown => wrong.add(`${at(start)} writes a key: keys stand in ${registry}`);
    const read = (start: number): unknown => wrong.add(`${at(start)} reads a key by position`);
    const know = (start: number): unknown => wrong.add(`${at(start)} knows the key of another feature`);
    new Visitor({
      Property({ key, value, start }) {
        if (key.type !== 'Identifier' || !isKeyName(key.name)) return;
        if (value.type === 'ArrayPattern') read(start);
        else if (isWritten(value, module.text)) write(start);
      },
      CallExpression({ callee, arguments: [first], start }) {
        if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return;
        if (takesKey.test(callee.property.name) && first && isWritten(first, module.text)) write(start);
        if (callee.property.name === 'at' && isKey(callee.object)) read(start);
      },
      MemberExpression({ object, property, computed, start }) {
        if (computed && isKey(object)) read(start);
        if (!computed && property.type === 'Identifier' && isKeyName(property.name) && isForeign(object)) know(start);
      },
      VariableDeclarator({ id, init, start }) {
        if (id.type === 'ArrayPattern' && isKey(init)) read(start);
        if (id.type !== 'ObjectPattern' || !isForeign(init)) return;
        if (id.properties.some((one) => one.type === 'Property' && one.key.type === 'Identifier' && isKeyName(one.key.name))) know(start);
      },
    }).visit(parseSync(module.path, module.text).program);
    return [...wrong];
  });
}

/** Keys that are known to more than one feature, or to anything that is none, as sentences. */
export function sharedKeys(modules: readonly Module[]): string[] {
  const users = new Map<string, Set<string>>(keysIn(modules).map((name) => [name, new Set()]));
  for (const module of modules.filter(isAsked))
    for (const name of registries.flatMap((one) => namesFrom(module, one)))
      if (!module.path.startsWith(events)) users.get(name)?.add(ownerOf(module.path));
  return [...users].flatMap(([name, owners]) =>
    owners.size > 1
      ? [`${name} is known to ${[...owners].join(' and ')}`]
      : [...owners].filter((one) => !one.startsWith('features/')).map((one) => `${name} is known to ${one}`),
  );
}

const rewriters = ['patch', 'drop', 'rewrite'].map((name) => `apps/web/src/lib/${name}-cached.ts`);

/** Features and pages that rewrite what others have cached without an event to say so, as sentences. */
export const wrongRewriters = (modules: readonly Module[]): string[] =>
  modules
    .filter((module) => isAsked(module) && !module.path.startsWith('apps/web/src/lib/'))
    .flatMap(({ path, imports }) =>
      imports
        .filter(({ to }) => rewriters.includes(to))
        .map(({ to }) => `${path} imports ${to}: what a change touches stands in ${events}`),
    );

/** Every key that the registry gives out. */
export const keysIn = (modules: readonly Module[]): string[] =>
  modules
    .filter(({ path }) => path === registry)
    .flatMap(({ path, text }) => parseSync(path, text).module.staticExports)
    .flatMap(({ entries }) => entries.flatMap(({ exportName }) => exportName.name ?? []));

const isAsked = ({ path }: Module): boolean =>
  path.startsWith('apps/web/src/') && !registries.includes(path) && !/\.test\.tsx?$/.test(path);

/** `features/people`, `pages`, `lib`. */
const ownerOf = (at: string): string => /^apps\/web\/src\/((?:features\/)?[\w-]+)/.exec(at)?.[1] ?? at;

/** Names imported from another feature's modules. */
function foreignNames(module: Module): Set<string> {
  const own = ownerOf(module.path);
  const others = module.imports.filter(({ to }) => to.startsWith('apps/web/src/features/') && ownerOf(to) !== own);
  return new Set(others.flatMap(({ to }) => namesFrom(module, to)));
}

/** What a module calls that which it imports from another. */
function namesFrom({ path, text, imports }: Module, to: string): string[] {
  const requests = new Set(imports.filter((one) => one.to === to).map(({ request }) => request));
  return parseSync(path, text)
    .module.staticImports.filter(({ moduleRequest }) => requests.has(moduleRequest.value))
    .flatMap(({ entries }) =>
      entries.map(({ importName, localName }) => (registries.includes(to) ? (importName.name ?? localName.value) : localName.value)),
    );
}

/** The name that `a`, `a.b`, `a(…).b` begin with. */
function rootOf(node: Node | null): string | undefined {
  if (node?.type === 'Identifier') return node.name;
  if (node?.type === 'CallExpression') return rootOf(node.callee);
  return node?.type === 'MemberExpression' ? rootOf(node.object) : undefined;
}

/** `queryKey`, `query.queryKey`, `a(…).queryKey`. */
function isKey(node: Node | null): boolean {
  if (node?.type === 'Identifier') return isKeyName(node.name);
  return node?.type === 'MemberExpression' && !node.computed && node.property.type === 'Identifier' && isKeyName(node.property.name);
}

/** An array on the spot, also one that is chosen or spread into another. */
const isWritten = ({ start, end }: { start: number; end: number }, text: string): boolean =>
  /^\[|[?:]\s*\[|\bas const\b/.test(text.slice(start, end).trim());
