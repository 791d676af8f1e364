import { expect, test } from 'vitest';
import { parseSnapshot, rowVersion, sees } from './event-id.ts';

test('a snapshot sees only transactions committed before it was taken', () => {
  const snapshot = parseSnapshot('100:105:101,103')!;
  expect([99n, 100n, 101n, 102n, 103n, 104n, 105n].filter((xid) => sees(snapshot, xid))).toEqual([99n, 100n, 102n, 104n]);
});

test('a row’s 32-bit transaction id is completed, even beyond four billion transactions', () => {
  const lateSnapshot = parseSnapshot(`${2n ** 32n + 10n}:${2n ** 32n + 20n}:`)!;
  expect([rowVersion('15', lateSnapshot), rowVersion('4294967290', lateSnapshot)]).toEqual([2n ** 32n + 15n, 4294967290n]);
});
