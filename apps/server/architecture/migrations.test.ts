import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../src/testing/app.ts';
import { filesBelow, readModules, root, sin } from './source.ts';
import { carelessSql, statementsIn, unreadSql } from './statements.ts';

const folder = 'apps/server/migrations';
/** Contains all files, because the migrator silently skips wrong names. */
const names = filesBelow(folder).map((file) => path.posix.relative(folder, file));
const read = (name: string): string => readFileSync(path.join(root, folder, name), 'utf8');

/**
 * SHA-256 of each migration. Databases refuse a changed migration, so fix errors in a new one. Add its line with
 * `cd apps/server/migrations && sha256sum 0002_*.sql >> ../architecture/migrations.sha256`.
 */
const sealed = new Map(
  readFileSync(path.join(import.meta.dirname, 'migrations.sha256'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => line.split('  ').toReversed() as [name: string, digest: string]),
);
const digest = (sql: string): string => createHash('sha256').update(sql).digest('hex');

const wrongNames = (files: readonly string[]): string[] =>
  files.filter((name, index) => !/^\d{4}_[a-z0-9_]+\.sql$/.test(name) || Number(name.slice(0, 4)) !== index + 1);

const changed = (files: readonly string[], digestOf: (name: string) => string): string[] =>
  [...sealed].filter(([name, sealedDigest]) => !files.includes(name) || digestOf(name) !== sealedDigest).map(([name]) => name);

/** Returns `may` or `may not` for each compatibility line of a migration. `may` requires that the migration only adds. */
const statedIn = (sql: string): string[] =>
  [...sql.matchAll(/^-- The version before (may|may not) run on this\.$/gm)].map(([, may = '']) => may);

/** Statements on which the previous version would fail: removed or renamed tables, columns and values, and new required ones. */
const takesAway =
  /\bdrop\s+(?!index\b)|\brename\b|\btruncate\b|\bset\s+not\s+null\b|\balter\s+column\s+\w+\s+(?:set\s+data\s+)?type\b|\badd\s+column\s+(?:(?!\bdefault\b|\bgenerated\b)[^,;])*\bnot\s+null\b(?!(?:(?!\badd\s+column\b)[^;])*?\b(?:default|generated)\b)/i;

/** Returns migrations without exactly one compatibility line, and migrations that state `may` but remove or require something. */
const wronglyStated = (files: readonly { name: string; sql: string }[]): string[] =>
  files
    .filter(({ sql }) => {
      const stated = statedIn(sql);
      return stated.length !== 1 || (stated[0] === 'may' && takesAway.test(sql.replaceAll(/--.*$/gm, '')));
    })
    .map(({ name }) => name);

/** Features newer than PostgreSQL 15. */
const newer =
  /\b(?:uuidv[47]|any_value|random_normal|array_shuffle|array_sample|array_sort|array_reverse|json_table|json_scalar|json_serialize|json_exists|json_query|json_value|merge_action|casefold|crc32c?|to_bin|to_oct|pg_input_is_valid)\s*\(|\bgenerated always as \([^;]*\) virtual\b|\bwithout overlaps\b|\bnot enforced\b|\breturning\s+(?:with\s*\(\s*)?(?:old|new)\b|\bon_error\b/i;

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());

test('migrations are numbered from 1, without gaps or duplicates', () => {
  expect(names[0]).toBe('0001_schema.sql');
  expect(wrongNames(names)).toEqual([]);
  expect(wrongNames(['0001_a.sql', '0001_b.sql'])).toEqual(['0001_b.sql']);
  expect(wrongNames(['0001_a.sql', '0003_b.sql'])).toEqual(['0003_b.sql']);
  expect(wrongNames(['0001-a.sql'])).toEqual(['0001-a.sql']);
  expect(wrongNames(['0001_a.sql', 'later/0002_b.sql'])).toEqual(['later/0002_b.sql']);
});

test('the test database has run the migration files unchanged and in order', async () => {
  const { rows } = await app.db.pool.query<{ name: string; checksum: string }>(
    'select name, checksum from migrations order by ran_at, name',
  );
  expect(rows.map(({ name, checksum }) => `${name} ${checksum}`)).toEqual(names.map((name) => `${name} ${digest(read(name))}`));
});

test('each migration matches its recorded hash', () => {
  expect([...sealed.keys()]).toEqual(names);
  expect(changed(names, (name) => digest(read(name)))).toEqual([]);
  expect(changed(names, (name) => digest(`${read(name)}${name === '0001_schema.sql' ? ' ' : ''}`))).toEqual(['0001_schema.sql']);
  expect(changed(names.slice(1), (name) => digest(read(name)))).toEqual(['0001_schema.sql']);
});

test('a migration states whether the previous version may run on its schema; if so, the migration only adds', () => {
  expect(wronglyStated(names.map((name) => ({ name, sql: read(name) })))).toEqual([]);
  const [may, mayNot] = ['', ' not'].map((not) => `-- The version before may${not} run on this.\n`);
  const right = [
    `${may}create table a (id uuid primary key, b text not null);`,
    `${may}alter table a add column b text, add column c integer not null default 0;`,
    `${may}-- Nothing is dropped.\ndrop index a_b;`,
    `${mayNot}alter table a drop column b;`,
  ];
  const problems = [
    'create table a (id uuid primary key);',
    `${may}${mayNot}create table a (id uuid primary key);`,
    `${may}alter table a drop column b;`,
    `${may}drop table a;`,
    `${may}alter table a rename column b to c;`,
    `${may}alter table a alter column b set not null;`,
    `${may}alter table a alter column b type bigint;`,
    `${may}alter table a add column b text not null;`,
    `${may}truncate a;`,
  ];
  const asFiles = (all: string[]) => all.map((sql, index) => ({ name: `9${index}00_planted.sql`, sql }));
  expect(wronglyStated(asFiles(right))).toEqual([]);
  expect(wronglyStated(asFiles(problems))).toHaveLength(problems.length);
});

test('migrations and statements use nothing newer than PostgreSQL 15', () => {
  const statements = readModules('apps/server/src').flatMap(statementsIn);
  expect(statements.length).toBeGreaterThan(100);
  expect(names.filter((name) => newer.test(read(name)))).toEqual([]);
  expect(statements.filter(({ sql }) => newer.test(sql)).map(({ at }) => at)).toEqual([]);
  for (const sql of [
    'create table a (id uuid default uuidv7())',
    'create table a (b int, c int generated always as (b + 1) virtual)',
    'alter table a add foreign key (b) references c not enforced',
    'update a set b = 1 returning old.b',
    'select any_value(b) from a',
  ])
    expect(newer.test(sql), sql).toBe(true);
  const [planted] = statementsIn(sin('apps/server/src/photos/posts/queries.ts', `db.rows('select any_value(id) from photos')`));
  expect(planted && newer.test(planted.sql)).toBe(true);
});

const product = readModules('apps/server/src').filter(({ path }) => !path.includes('/testing/') && !path.endsWith('.test.ts'));
test('the checks below read the product’s SQL', () => {
  expect(product.flatMap(statementsIn).length).toBeGreaterThan(40);
});

test('the rules for SQL read every statement that a feature or job sends to the database', () => {
  const senders = product.filter(({ path: at }) => !/\/(?:db|cli)\//.test(at));
  expect(senders.length).toBeGreaterThan(100);
  expect(unreadSql(senders)).toEqual([]);
});

test.each([`'delete from ' + table`, '`vacuum likes`', `all ? 'select 1' : 'drop table likes'`])(
  'a text that no rule can read is reported: %s',
  (code) => {
    expect(
      unreadSql([sin('apps/server/src/photos/posts/queries.ts', `export const go = (db, table, all) => db.rows(${code});`)]),
    ).toHaveLength(1);
  },
);

test('SQL is fixed text, and lists page by key instead of offset', () => {
  // Help texts begin like statements: "Copy all image files".
  expect(carelessSql(product.filter(({ path }) => path !== 'apps/server/src/cli/commands.ts'))).toEqual([]);
});

test.each([
  'select id from photos order by id desc limit $1',
  'select id from photos order by id desc offset $1 limit 20',
  "select id from members where name = '${name}'",
  'select id from members order by ${request.query.sort}',
  'copy members (email) from stdin',
  'alter table members disable trigger user',
])('SQL that is not static, or is too expensive, is refused: %s', (sql) => {
  const body = sql.replaceAll('`', '');
  expect(
    carelessSql([sin('apps/server/src/people/current-user-queries.ts', `export const go = (db, name, request) => db.run(\`${body}\`);`)]),
  ).toHaveLength(1);
});
