import { Socket } from 'node:net';
import { beforeEach, expect, test } from 'vitest';
import { isLoopbackAddress } from '../../localhost.ts';
import { type Connection, openSlots, type Slots, proxyCheck } from './connection-slots.ts';

let closed: Connection[];
let slots: Slots;
beforeEach(() => {
  closed = [];
  slots = openSlots({ inAll: 12, anAddress: 4 }, ['10.0.0.0/8'], (connection) => {
    closed.push(connection);
    slots.leave(connection.socket);
  });
});

const take = (ip: string, many = 1) => Array.from({ length: many }, () => slots.take(new Socket(), ip));
const isSlot = (slot: unknown): slot is Connection => typeof slot === 'object';

test('a remote address cannot exceed its slots, and other addresses keep theirs', () => {
  expect(take('203.0.113.7', 6).map((slot) => (isSlot(slot) ? 'taken' : slot))).toEqual([
    ...Array<string>(4).fill('taken'),
    'address',
    'address',
  ]);
  expect(take('203.0.113.8').every(isSlot)).toBe(true);
  expect(closed).toEqual([]);
});

test('a closed connection frees its slot', () => {
  const [first] = take('203.0.113.7', 4).filter(isSlot);
  slots.leave(first!.socket);
  slots.leave(first!.socket);
  expect(take('203.0.113.7', 2).map(isSlot)).toEqual([true, false]);
  expect([slots.all.size, slots.byAddress.get('203.0.113.7')?.size]).toEqual([4, 4]);
});

test('a new connection takes the slot of the address’s longest quiet one', () => {
  const [younger, older, other] = take('203.0.113.7', 4).filter(isSlot);
  take('203.0.113.8', 1).filter(isSlot)[0]!.quietChecks = 90;
  [younger!.quietChecks, older!.quietChecks, other!.quietChecks] = [3, 40, 1];
  expect(take('203.0.113.7', 3).map(isSlot)).toEqual([true, true, false]);
  expect(closed).toEqual([older, younger]);
});

test('an IPv6 /64 counts as one address, and so do two spellings of an address', () => {
  expect(['2001:db8:1:2::1', '2001:db8:1:2:a::', '2001:db8:1:2:ffff::9', '2001:db8:1:2::3'].flatMap((ip) => take(ip)).every(isSlot)).toBe(
    true,
  );
  expect(take('2001:db8:1:2:3:4:5:6')).toEqual(['address']);
  expect(take('2001:db8:1:3::1').every(isSlot)).toBe(true);
  expect(take('198.51.100.4', 4).every(isSlot)).toBe(true);
  expect(take('::ffff:198.51.100.4')).toEqual(['address']);
});

test('a trusted proxy may use all slots, but no more', () => {
  const results = take('10.1.2.3', 13);
  expect([results.filter(isSlot).length, results.at(-1)]).toEqual([12, 'total']);
});

test.each([
  [['loopback'], '127.0.0.9', true],
  [['loopback'], '::1', true],
  [['loopback'], '::ffff:127.0.0.1', true],
  [['loopback'], '10.0.0.1', false],
  [['uniquelocal'], '172.31.255.1', true],
  [['uniquelocal'], 'fd00::1', true],
  [['linklocal'], 'fe80::1', true],
  [['203.0.113.0/24', '2001:db8::/32'], '2001:db8:9::1', true],
  [['203.0.113.0/24'], '203.0.114.1', false],
  [['203.0.113.7'], '::ffff:203.0.113.7', true],
  [[], '127.0.0.1', false],
])('proxies %j match %s: %s', (proxies, ip, is) => {
  expect(proxyCheck(proxies)(ip)).toBe(is);
});

test('a loopback address is recognised in every spelling', () => {
  expect(['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1', '203.0.113.7', '::12'].map(isLoopbackAddress)).toEqual([
    true,
    true,
    true,
    true,
    false,
    false,
  ]);
});
