import { expect, test } from 'vitest';
import { readModules, sin } from './source.ts';
import { carelessSql, statementsIn, unreadSql } from './statements.ts';

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
