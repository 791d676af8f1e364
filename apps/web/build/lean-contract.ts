import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type ESTree, parseSync, type Plugin, Visitor } from 'vite';

/** Properties of an endpoint that only the server uses. */
const serverOnly = new Set(['shape', 'summary', 'scope', 'refuses', 'takes', 'jsonBytes', 'status', 'ownPagesOnly', 'onlyWhenOpened']);
/** Property values that `call()` assumes if the property is missing. */
const usual: Readonly<Record<string, RegExp>> = { method: /'GET'/, access: /^'(?!open'$)/ };

/**
 * Removes the server's half of the contract from the bundle: all types and schemas, and all properties of endpoints that `call()` does not read.
 * Importing a schema in the web app fails the build with "not exported".
 */
export function leanContract(): Plugin {
  return {
    name: 'mbari-lean-contract',
    enforce: 'pre',
    transform(code, id) {
      if (!/packages[\\/]contract[\\/]src[\\/].*\.ts$/.test(id)) return undefined;
      const { imports, statements, schemas } = readModule(id, code);
      const kept = statements.filter(({ name }) => !schemas.has(name));
      const needed = imports.flatMap(({ source, names }) => {
        const used = names.filter(({ local }) => kept.some(({ uses }) => uses.has(local)));
        return used.length === 0 ? [] : [`import ${clauseOf(used)} from '${source}';`];
      });
      return { code: [...needed, ...kept.map(({ text }) => text)].join('\n'), map: null };
    },
  };
}

interface Imported {
  /** `*`: namespace import. */
  name: string;
  local: string;
}

interface Statement {
  name: string;
  text: string;
  /** Identifiers in `text`. */
  uses: Set<string>;
}

interface Module {
  imports: { source: string; names: Imported[] }[];
  statements: Statement[];
  /** Names of constants and functions that need zod, directly or by imports. */
  schemas: Set<string>;
}

const modules = new Map<string, { code: string; module: Module }>();

function readModule(file: string, code: string): Module {
  const cached = modules.get(file);
  if (cached?.code === code) return cached.module;
  // `because` needs no zod, but is removed with the schemas, because only schemas call it.
  const module: Module = { imports: [], statements: [], schemas: new Set(['because']) };
  modules.set(file, { code, module });
  const { program } = parseSync(file, code);
  for (const statement of program.body) {
    if (statement.type === 'ImportDeclaration') {
      if (statement.importKind !== 'type') module.imports.push({ source: statement.source.value, names: namesOf(statement) });
      continue;
    }
    const declaration = statement.type === 'ExportNamedDeclaration' && statement.declaration ? statement.declaration : statement;
    if (declaration.type === 'TSTypeAliasDeclaration' || declaration.type === 'TSInterfaceDeclaration') continue;
    const name = nameOf(declaration);
    const endpoint = leanEndpoint(statement, declaration, code);
    module.statements.push(
      endpoint === null
        ? { name, text: code.slice(statement.start, statement.end), uses: identifiersIn({ ...program, body: [statement] }) }
        : { name, text: endpoint, uses: new Set(['endpoint']) },
    );
  }
  for (const { source, names } of module.imports) {
    const ofOthers = source.startsWith('.') ? schemasOf(path.resolve(path.dirname(file), source)) : null;
    for (const { name, local } of names) if (ofOthers === null || ofOthers.has(name)) module.schemas.add(local);
  }
  let size = -1;
  while (size < module.schemas.size) {
    size = module.schemas.size;
    for (const { name, uses } of module.statements)
      if (name !== '' && [...module.schemas].some((schema) => uses.has(schema))) module.schemas.add(name);
  }
  return module;
}

const schemasOf = (file: string): Set<string> => readModule(file, readFileSync(file, 'utf8')).schemas;

/** Returns the identifiers of a program, without property names. */
function identifiersIn(program: ESTree.Program): Set<string> {
  const names = new Set<string>();
  const properties = new Set<number>();
  new Visitor({
    MemberExpression({ property, computed }) {
      if (!computed) properties.add(property.start);
    },
    Property({ key, computed, shorthand }) {
      if (!computed && !shorthand) properties.add(key.start);
    },
    Identifier({ name, start }) {
      if (!properties.has(start)) names.add(name);
    },
  }).visit(program);
  return names;
}

const namesOf = ({ specifiers }: ESTree.ImportDeclaration): Imported[] =>
  specifiers.flatMap((one) => {
    if (one.type === 'ImportNamespaceSpecifier') return [{ name: '*', local: one.local.name }];
    if (one.type === 'ImportDefaultSpecifier') return [{ name: 'default', local: one.local.name }];
    const name = one.imported.type === 'Identifier' ? one.imported.name : one.imported.value;
    return one.importKind === 'type' ? [] : [{ name, local: one.local.name }];
  });

const clauseOf = (names: Imported[]): string =>
  names[0]?.name === '*' ? `* as ${names[0].local}` : `{ ${names.map(({ name, local }) => `${name} as ${local}`).join(', ')} }`;

function nameOf(declaration: ESTree.Node): string {
  if (declaration.type === 'FunctionDeclaration') return declaration.id?.name ?? '';
  const id = declaration.type === 'VariableDeclaration' ? declaration.declarations[0]?.id : undefined;
  return id?.type === 'Identifier' ? id.name : '';
}

/** Returns null for statements that declare no endpoint. */
function leanEndpoint(statement: ESTree.Node, declaration: ESTree.Node, code: string): string | null {
  const value = declaration.type === 'VariableDeclaration' ? declaration.declarations[0]?.init : null;
  if (value?.type !== 'CallExpression' || value.callee.type !== 'Identifier' || value.callee.name !== 'endpoint') return null;
  const options = value.arguments[1];
  if (options?.type !== 'ObjectExpression') throw new Error('endpoint() takes a name and an object');
  const kept = options.properties.flatMap((property) => {
    if (property.type !== 'Property' || property.key.type !== 'Identifier') throw new Error('endpoint() takes plain properties');
    if (serverOnly.has(property.key.name)) return [];
    if (property.value.type !== 'Literal') throw new Error('endpoint() takes literals for the method, the path and the access');
    const text = code.slice(property.value.start, property.value.end);
    return usual[property.key.name]?.test(text) ? [] : [code.slice(property.start, property.end)];
  });
  return `${code.slice(statement.start, value.start)}/*#__PURE__*/ ${code.slice(value.start, options.start)}{ ${kept.join(', ')} });`;
}
