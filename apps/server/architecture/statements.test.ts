import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { filesBelow, readModules, root, sin, type Module } from './source.ts';
import { carelessSql, countWrites, statementsIn, unreadSql, wrongWriters } from './statements.ts';
import { homes } from './table-homes.ts';

const product = readModules('apps/server/src').filter(({ path }) => !path.includes('/testing/') && !path.endsWith('.test.ts'));
const inFile = (file: string, sql: string): Module[] => [
  sin(`apps/server/src/features/${file}`, `export const go = (db) => db.run(\`${sql}\`);`),
];

test('the checks below read the product’s SQL', () => {
  expect(product.flatMap(statementsIn).length).toBeGreaterThan(40);
  expect(countWrites(product)).toBeGreaterThan(25);
});

test('each table is written in one place', () => {
  expect(wrongWriters(product)).toEqual([]);
});

test.each([
  ['feed/queries.ts', 'insert into likes (photo_id, member_id) values ($1, $2)'],
  ['feed/queries.ts', 'with gone as (delete from photos where id = $1 returning id) select id from gone'],
  ['feed/queries.ts', 'update photos p set likes_count = 0 where p.id = $1'],
  ['comments/queries.ts', 'update photos p set comments_count = 1, title = $1 where p.id = $2'],
  ['photos/like-photo.ts', 'insert into likes (photo_id, member_id) values ($1, $2)'],
  ['photos/queries.ts', 'insert into unheard_of values ($1)'],
  ['feed/queries.ts', 'merge into likes l using asked a on a.id = l.photo_id when matched then delete'],
  ['feed/queries.ts', 'truncate table likes'],
  ['feed/queries.ts', 'gone as (delete from likes where photo_id = $1)'],
  ['feed/queries.ts', 'changed as (update photos p set likes_count = 0 where p.id = $1)'],
  ['feed/queries.ts', '-- why\n delete from likes'],
])('%s may not write: %s', (file, sql) => {
  expect(wrongWriters(inFile(file, sql))).toHaveLength(1);
});

test('a counter is kept by whoever writes the rows it counts', () => {
  expect(
    wrongWriters(inFile('comments/queries.ts', 'update photos p set comments_count = p.comments_count + 1 from added where p.id = $1')),
  ).toEqual([]);
});

test('each table of the migrations has a home', () => {
  const tables = readSql().flatMap((sql) => [...sql.matchAll(/create table (?:if not exists )?(\w+)/g)].map(([, table = '']) => table));
  expect(tables.length).toBeGreaterThan(10);
  expect(tables.filter((table) => !(table in homes))).toEqual([]);
});

test('every text that a feature or a job sends to the database is read by these rules', () => {
  const senders = product.filter(({ path: at }) => /\/(?:features|jobs)\//.test(at));
  expect(senders.length).toBeGreaterThan(100);
  expect(unreadSql(senders)).toEqual([]);
});

test.each([`'delete from ' + table`, '`vacuum likes`', `all ? 'select 1' : 'drop table likes'`])('no rule would read: %s', (sent) => {
  expect(
    unreadSql([sin('apps/server/src/photos/posts/queries.ts', `export const go = (db, table, all) => db.rows(${sent});`)]),
  ).toHaveLength(1);
});

test('SQL is static and pages by key', () => {
  expect(carelessSql(product)).toEqual([]);
});

test.each([
  'select id from photos order by id desc limit $1',
  'select id from photos order by id desc offset $1 limit 20',
  "select id from members where name = '${name}'",
  'select id from members order by ${request.query.sort}',
  'copy members (email) from stdin',
  'alter table members disable trigger user',
])('refused: %s', (sql) => {
  const body = sql.replaceAll('`', '');
  expect(
    carelessSql([sin('apps/server/src/people/members/queries.ts', `export const go = (db, name, request) => db.run(\`${body}\`);`)]),
  ).toHaveLength(1);
});

function readSql(): string[] {
  return filesBelow('apps/server/migrations').map((file) => readFileSync(path.join(root, file), 'utf8'));
}
