import { afterAll, beforeAll, expect, test } from 'vitest';
import * as clientApi from '../src/client-api/table.ts';
import * as community from '../src/community/table.ts';
import * as forum from '../src/forum/table.ts';
import * as identity from '../src/identity/table.ts';
import * as messages from '../src/messages/table.ts';
import * as moderation from '../src/moderation/table.ts';
import * as notifications from '../src/notifications/table.ts';
import * as operations from '../src/operations/table.ts';
import * as people from '../src/people/table.ts';
import * as photos from '../src/photos/table.ts';
import { integer, nullable, table, text, uuid } from '../src/platform/db/table.ts';
import { startTestApp, type TestApp } from '../src/testing/app.ts';

interface Declared {
  name: string;
  columns: Record<string, { type: string; isNullable: boolean }>;
}

const declared = [identity, people, photos, forum, messages, moderation, community, notifications, operations, clientApi].flatMap(
  (domain): Declared[] => Object.values(domain),
);

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());

/** Lists "photos.title text" and "photos.license text, nullable" for every column of the database. */
async function columnsOfDatabase(): Promise<string[]> {
  const { rows } = await app.db.pool.query<{ line: string }>(
    `select table_name || '.' || column_name || ' ' || udt_name || case is_nullable when 'YES' then ', nullable' else '' end as line
       from information_schema.columns join information_schema.tables using (table_schema, table_name)
      where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  return rows.map(({ line }) => line);
}

const linesOf = (tables: readonly Declared[]): string[] =>
  tables.flatMap(({ name, columns }) =>
    Object.entries(columns).map(([column, { type, isNullable }]) => `${name}.${column} ${type}${isNullable ? ', nullable' : ''}`),
  );

const differences = (a: readonly string[], b: readonly string[]): string[] => a.filter((line) => !b.includes(line));

test('every column of the database is declared in a table.ts, with its type and whether it may be null', async () => {
  const actual = await columnsOfDatabase();
  expect(actual.length).toBeGreaterThan(500);
  expect(differences(actual, linesOf(declared))).toEqual([]);
});

test('every declared column exists in the database', async () => {
  expect(differences(linesOf(declared), await columnsOfDatabase())).toEqual([]);
});

test('a missing, renamed or differently typed column is reported', async () => {
  const wrong = table('likes', { photo_id: uuid, liker_id: uuid, created_at: text, note: nullable(integer) });
  expect(differences(linesOf([wrong]), await columnsOfDatabase())).toEqual([
    'likes.liker_id uuid',
    'likes.created_at text',
    'likes.note int4, nullable',
  ]);
  const rest = declared.filter(({ name }) => name !== 'likes');
  expect(differences(await columnsOfDatabase(), linesOf(rest)).map((line) => line.split('.')[0])).toEqual(['likes', 'likes', 'likes']);
});
