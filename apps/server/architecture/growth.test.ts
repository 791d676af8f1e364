import { afterAll, beforeAll, expect, test } from 'vitest';
import { workOf } from '../src/minutely-jobs.ts';
import { scheduleOf, tasks } from '../src/tasks.ts';
import { startTestApp, type TestApp } from '../src/testing/app.ts';
import { counts, countsIn, ends } from './growth.ts';
import { readModules, sin } from './source.ts';

const product = readModules('apps/server/src').filter(({ path: at }) => !/\/(?:testing|demo)\//.test(at) && !at.endsWith('.test.ts'));

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());

test('growth.ts states for every table what removes or limits its rows', async () => {
  const { rows } = await app.db.pool.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  );
  expect(rows.length).toBeGreaterThan(30);
  expect(Object.keys(ends)).toEqual(rows.map(({ name }) => name));
  expect(
    Object.entries(ends).filter(([, { jobs = [], cascade = [], bound = '' }]) => `${jobs.join()}${cascade.join()}${bound}` === ''),
  ).toEqual([]);
});

test('every job that removes rows is scheduled', () => {
  const schedule = scheduleOf({ backup: null });
  const namedJobs = Object.values(ends).flatMap(({ jobs = [] }) => jobs);
  expect(namedJobs.length).toBeGreaterThan(10);
  const isScheduled = (job: string): boolean => job in workOf || new RegExp(` ${job}\\b`).test(schedule);
  expect(namedJobs.filter((job) => !(job in tasks) || !isScheduled(job))).toEqual([]);
});

test('a table whose rows are deleted with a parent row has a cascading foreign key', async () => {
  const { rows } = await app.db.pool.query<{ key: string }>(
    `select conrelid::regclass || ' goes with ' || confrelid::regclass as key from pg_constraint where contype = 'f' and confdeltype = 'c'`,
  );
  const keys = new Set(rows.map(({ key }) => key));
  const namedTables = Object.entries(ends).flatMap(([table, { cascade = [] }]) => cascade.map((parent) => `${table} goes with ${parent}`));
  expect(namedTables.filter((key) => !keys.has(key))).toEqual([]);
  expect(keys.has('photos goes with members')).toBe(false);
});

test('growth.ts states what limits the rows of every count in SQL', () => {
  expect(countsIn(product)).toEqual(Object.fromEntries(Object.entries(counts).map(([path, [times]]) => [path, times])));
  for (const sql of ['select count(*) from likes', 'select count(distinct member_id) from likes', 'select count(l.member_id) from likes l'])
    expect(countsIn([sin('apps/server/src/photos/like-queries.ts', `db.rows('${sql}')`)]), sql).toEqual({
      'apps/server/src/photos/like-queries.ts': 1,
    });
});
