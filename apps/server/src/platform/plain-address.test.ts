import { expect, test } from 'vitest';
import { proxyCheck } from './http/connections/connection-slots.ts';
import { addressKey } from './http/rate-limits.ts';
import { truncated } from './http/request-log.ts';
import { isLoopbackAddress } from './localhost.ts';
import { plainAddress } from './plain-address.ts';

const addresses = [
  '127.0.0.1',
  '::ffff:127.0.0.1',
  '::FFFF:127.0.0.1',
  '::ffff:7f00:1',
  '0:0:0:0:0:ffff:7f00:0001',
  '0000:0000:0000:0000:0000:FFFF:127.0.0.1',
];

test.each(addresses)('the spelling %s is treated as 127.0.0.1', (address) => {
  expect([plainAddress(address), addressKey(address), truncated(address)]).toEqual(['127.0.0.1', '127.0.0.1', '127.0.0.0']);
  expect([isLoopbackAddress(address), proxyCheck(['loopback'])(address), proxyCheck(['10.0.0.0/8'])(address)]).toEqual([true, true, false]);
});

test('addresses that only look alike differ', () => {
  for (const address of ['::ffff:0:7f00:1', '1::ffff:7f00:1', '::7f00:1', '::fffe:127.0.0.1']) {
    expect(isLoopbackAddress(address)).toBe(false);
    expect(addressKey(address)).toMatch(/::\/64$/);
  }
});

test.each([
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002::', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['1:2:3:4:5:6:192.0.2.1', '1:2:3:4::/64'],
])('%s counts as %s', (address, key) => {
  expect(addressKey(address)).toBe(key);
});

test.each(['', 'unix:', ':::', '1:2:3:4:5:6:7:8:9::a', '1::2::3', '::ffff:300.1.1.1', 'a'.repeat(10_000), ':'.repeat(10_000)])(
  'an invalid address (%s) still has a key for counting and a text for the log',
  (nonsense) => {
    expect(typeof addressKey(nonsense)).toBe('string');
    expect(typeof truncated(nonsense)).toBe('string');
    expect(isLoopbackAddress(nonsense)).toBe(false);
    expect(proxyCheck(['loopback'])(nonsense)).toBe(false);
  },
);
