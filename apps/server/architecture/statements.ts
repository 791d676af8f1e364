import { type Argument, parseSync, Visitor } from 'oxc-parser';
import type { Module } from './source.ts';

export interface Statement {
  at: string;
  /** Source text with its placeholders. */
  sql: string;
  /** Source code of each `${…}`. */
  holes: string[];
}

const isSql =
  /^\s*(?:--.*\s+)?(?:copy\s|alter\s+table\s|with\s+(?:recursive\s+)?\w+\s+as\s|select\s|insert\s+into\s|update\s|delete\s+from\s|merge\s+into\s|truncate\s|values\s*\()/i;
/** Returns whether the text is a part of a statement that writes: `gone as (delete from likes …)`. */
const containsWrite = (text: string): boolean => /^\s*\w+ as \((?:insert\s+into|delete\s+from|update)\s/i.test(text);

/** Returns every SQL text of a module: strings and templates that start like a statement or contain a write. */
export function statementsIn(module: Module): Statement[] {
  const cached = read.get(module) ?? readStatements(module);
  read.set(module, cached);
  return cached;
}

/** Cache, because several checks read the same modules. */
const read = new WeakMap<Module, Statement[]>();

function readStatements(module: Module): Statement[] {
  const statements: Statement[] = [];
  const add = (start: number, sql: string, holes: string[]): void => {
    if (isSql.test(sql) || containsWrite(sql))
      statements.push({ at: `${module.path}:${module.text.slice(0, start).split('\n').length}`, sql, holes });
  };
  const { program } = parseSync(module.path, module.text);
  new Visitor({
    Literal(node) {
      if (typeof node.value === 'string') add(node.start, node.value, []);
    },
    TemplateLiteral(node) {
      add(
        node.start,
        module.text.slice(node.start + 1, node.end - 1),
        node.expressions.map(({ start, end }) => module.text.slice(start, end)),
      );
    },
  }).visit(program);
  return statements;
}

/** Statements for transactions, cursors, locks and databases. They write no table. */
const isOfTransaction =
  /^(?:begin|commit|rollback|set |lock table |declare \w+ .*\bcursor\b|fetch \d+ from \w|analyze|comment on |create temporary table |(?:create|drop) database )/;

/** Returns texts sent to the database that no rule can read, because they are assembled at run time. */
export function unreadSql(modules: readonly Module[]): string[] {
  return modules.flatMap((module) => {
    const problems: string[] = [];
    const readArgument = (argument: Argument): void => {
      if (argument.type === 'ConditionalExpression') return [argument.consequent, argument.alternate].forEach(readArgument);
      const text = argument.type === 'Literal' ? String(argument.value) : module.text.slice(argument.start + 1, argument.end - 1);
      const isRead =
        argument.type === 'Literal' || argument.type === 'TemplateLiteral'
          ? isSql.test(text) || isOfTransaction.test(text)
          : argument.type !== 'BinaryExpression';
      if (!isRead)
        problems.push(`${module.path}:${module.text.slice(0, argument.start).split('\n').length} sends a text that no rule reads`);
    };
    new Visitor({
      CallExpression({ callee, arguments: [argument] }) {
        if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier' || !argument) return;
        if (['rows', 'row', 'run', 'query'].includes(callee.property.name)) readArgument(argument);
      },
    }).visit(parseSync(module.path, module.text).program);
    return problems;
  });
}

/** Files that may use `offset` within a keyset window, because the specification requires page numbers. */
const pages = [
  'notifications/group-queries',
  'notifications/queries',
  'people/block-queries',
  'people/directory-queries',
  'people/follows/queries',
  'photos/comments/queries',
  'photos/feed/following-queries',
  'photos/feed/queries',
  'photos/like-queries',
  'photos/search-queries',
  'forum/topics/list-queries',
].map((name) => `apps/server/src/${name}.ts`);

/** File that copies every table. It quotes table names from the catalogue. */
const copies = 'apps/server/src/operations/backup/copy-tables.ts';

/** Returns SQL that is not static, or whose paging gets slower with each page. */
export function carelessSql(modules: readonly Module[]): string[] {
  return modules.flatMap((module) => {
    // These files insert names of tables and aliases, which no request can influence.
    if (module.path.startsWith('apps/server/src/platform/visibility/') || module.path === copies) return [];
    const fixed = fixedNames(module);
    return statementsIn(module).flatMap(({ at, sql, holes }) => [
      ...(/\blimit\s+\$\d/i.test(sql) ? [`${at} takes its limit from a parameter; the planner then guesses a tenth of the table`] : []),
      ...(/^\s*(?:copy|alter\s+table)\s/i.test(sql) ? [`${at} takes or changes a whole table; ${copies} does that`] : []),
      ...(/\boffset\b/i.test(sql) && !pages.includes(module.path) ? [`${at} skips rows by offset; page by key`] : []),
      ...holes
        .filter((hole) => !isLiteralLimit(sql, hole) && !fixed.has(/^[\w$]+/.exec(hole)?.[0] ?? ''))
        .map((hole) => `${at} puts \${${hole}} into the text; pass it as a parameter`),
    ]);
  });
}

/** Allows `limit ${limit}`, because the planner must see a number. Its type lists the possible numbers. */
const isLiteralLimit = (sql: string, hole: string): boolean => /^\w+$/.test(hole) && new RegExp(`\\blimit \\$\\{${hole}\\}`).test(sql);

/** Returns names that a request cannot change: imports and top-level constants. */
function fixedNames({ path, text }: Module): Set<string> {
  const { program, module } = parseSync(path, text);
  const names = new Set(module.staticImports.flatMap(({ entries }) => entries.map(({ localName }) => localName.value)));
  for (const statement of program.body) {
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (declared?.type === 'FunctionDeclaration' && declared.id) names.add(declared.id.name);
    if (declared?.type === 'VariableDeclaration' && declared.kind === 'const')
      for (const { id } of declared.declarations) if (id.type === 'Identifier') names.add(id.name);
  }
  return names;
}
