import { BlockList, isIP } from 'node:net';
import { plainAddress } from '../plain-address.ts';

/** Special-purpose IPv4 ranges (RFC 6890). */
const notPublic4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
];
/** Public IPv6. `notPublic6` excludes tunnels to IPv4 and documentation ranges. */
const given6 = ['2000::/3'];
const notPublic6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

/** Returns true for an address of the public internet, not of this machine or its network. */
export function isPublicAddress(address: string): boolean {
  const plain = plainAddress(address);
  if (isIP(plain) === 4) return !blocked4.check(plain, 'ipv4');
  return isIP(plain) === 6 && allowed6.check(plain, 'ipv6') && !blocked6.check(plain, 'ipv6');
}

function listOf(ranges: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [network = '', bits] = range.split('/');
    list.addSubnet(network, Number(bits), family);
  }
  return list;
}

const blocked4 = listOf(notPublic4, 'ipv4');
const allowed6 = listOf(given6, 'ipv6');
const blocked6 = listOf(notPublic6, 'ipv6');
