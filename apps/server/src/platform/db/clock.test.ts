import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { clockAhead, describeClockDifference, watchClock } from './clock.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const query = (sql: string) => app.db.pool.query(sql);
const pool = { query } as unknown as pg.Pool;

test('a node measures its clock’s difference from the database in both directions', async () => {
  const off = async (ms: number): Promise<number> => clockAhead(pool, () => Date.now() + ms);
  expect(Math.abs(await off(0))).toBeLessThan(500);
  expect(Math.abs((await off(60_000)) - 60_000)).toBeLessThan(500);
  expect(Math.abs((await off(-60_000)) + 60_000)).toBeLessThan(500);
  expect(describeClockDifference(2_500)).toMatch(/2\.5 s ahead of the database's/);
  expect(describeClockDifference(-1_240)).toMatch(/1\.2 s behind the database's/);
});

test('a difference above a second causes a warning, and an unreachable database does not', async () => {
  const messages: string[] = [];
  const watch = (ahead: number): Promise<string> =>
    new Promise((resolve) => {
      const answering = { query: async () => ({ rows: [{ time: Date.now() - ahead }] }) } as unknown as pg.Pool;
      const { stop } = watchClock(answering, (text) => (messages.push(text), resolve(text)));
      stop();
      setImmediate(() => setImmediate(() => resolve('')));
    });
  expect(await watch(5_000)).toContain('5.0 s ahead');
  expect(await watch(-5_000)).toContain('5.0 s behind');
  expect(await watch(300)).toBe('');
  const away = { query: () => Promise.reject(new Error('away')) } as unknown as pg.Pool;
  const { stop } = watchClock(away, (text) => messages.push(text));
  stop();
  await new Promise(setImmediate);
  expect(messages).toHaveLength(2);
});

test('the clock difference is a metric', async () => {
  const { text } = await app.call('GET', `${app.direct}/metrics`);
  const [, seconds] = /^mbari_clock_ahead_seconds (\S+)$/m.exec(text) ?? [];
  expect(Math.abs(Number(seconds))).toBeLessThan(0.5);
});
