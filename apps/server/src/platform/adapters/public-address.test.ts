import { expect, test } from 'vitest';
import { isPublicAddress } from './post-to-public.ts';

test.each(['8.8.8.8', '192.0.1.1', '172.32.0.1', '223.255.255.255', '2606:4700::1111', '2a00:1450:4001:80e::200a', '::ffff:8.8.8.8'])(
  '%s counts as a public address',
  (address) => expect(isPublicAddress(address)).toBe(true),
);

test.each([
  ...['127.0.0.1', '127.9.9.9', '0.0.0.0', '10.1.2.3', '100.64.0.1', '169.254.169.254', '172.16.0.1', '172.31.255.255', '192.168.1.1'],
  ...['198.18.0.1', '224.0.0.1', '255.255.255.255', '192.0.0.8'],
  ...['::1', '::', 'fe80::1', 'fc00::1', 'fd12:3456::1', 'ff02::1', '2002:7f00:1::', '2001:db8::1', '64:ff9b::7f00:1'],
  ...['::ffff:127.0.0.1', '::ffff:a00:1', '::127.0.0.1', 'fe80::1%eth0', 'push.example', ''],
])('%s does not count as a public address', (address) => expect(isPublicAddress(address)).toBe(false));
