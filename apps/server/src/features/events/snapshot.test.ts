import { expect, test } from 'vitest';
import { formatEventId, parseEventId, parseSnapshot, rowVersion, sees } from './snapshot.ts';

test('a snapshot sees what was committed when it was taken, and nothing that ran then or came later', () => {
  const snapshot = parseSnapshot('100:105:101,103')!;
  expect([99n, 100n, 101n, 102n, 103n, 104n, 105n].filter((xid) => sees(snapshot, xid))).toEqual([99n, 100n, 102n, 104n]);
});

test('an id is read as it was written', () => {
  const id = `${'a1'.repeat(8)}.100:105:101,103.90`;
  expect(formatEventId(parseEventId(id)!)).toBe(id);
});

test.each([
  '',
  'nonsense',
  '100:105:',
  `${'a'.repeat(16)}.105:100:.1`,
  `${'a'.repeat(16)}.0:100:.1`,
  `${'a'.repeat(16)}.100:105:103,101.1`,
  `${'a'.repeat(16)}.100:105:99.1`,
  `${'a'.repeat(16)}.100:105:105.1`,
  `${'a'.repeat(16)}.100:105:,.1`,
  `${'a'.repeat(16)}.100:9999999999999999999:.1`,
  `${'a'.repeat(16)}.100:105:${Array.from({ length: 2_000 }, () => '101').join()}.1`,
])('%s is no id', (text) => {
  expect(parseEventId(text)).toBeNull();
});

test('the half of a number that a row carries is completed, also past four thousand million transactions', () => {
  const late = parseSnapshot(`${2n ** 32n + 10n}:${2n ** 32n + 20n}:`)!;
  expect([rowVersion('15', late), rowVersion('4294967290', late)]).toEqual([2n ** 32n + 15n, 4294967290n]);
});
