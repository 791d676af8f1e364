import { isIPv6 } from 'node:net';

/** IPv4-mapped IPv6, as a dual-stack socket reports it: `::ffff:192.0.2.1` or, in hex, `::ffff:c000:201`. */
const mapped = /^(?:::|(?:0{1,4}:){5})ffff:(?:(\d{1,3}(?:\.\d{1,3}){3})|([\da-f]{1,4}):([\da-f]{1,4}))$/i;

/** Returns the canonical form for comparing and counting: plain IPv4 if mapped, lower case. */
export function plainAddress(address: string): string {
  const [, dotted, high, low] = (isIPv6(address) && mapped.exec(address)) || [];
  if (dotted !== undefined) return dotted;
  if (high === undefined || low === undefined) return address.toLowerCase();
  return [high, low]
    .map((group) => Number.parseInt(group, 16))
    .flatMap((bits) => [bits >> 8, bits & 255])
    .join('.');
}
