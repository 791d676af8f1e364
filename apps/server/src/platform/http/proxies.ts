import { BlockList, isIP } from 'node:net';
import { plainAddress } from '../plain-address.ts';

const named: Record<string, readonly string[]> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

export function proxyCheck(trustProxy: readonly string[]): (ip: string) => boolean {
  const ranges = trustProxy.flatMap((proxy) => named[proxy] ?? [proxy]);
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', bits] = range.split('/');
    const family = familyOf(address);
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return (ip) => ranges.length > 0 && list.check(plainAddress(ip), familyOf(plainAddress(ip)));
}

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');
