import { BlockList, isIP } from 'node:net';

/** Networks that are not reachable from the Internet (RFC 1122, 1918, 3927, 4193, 4291, 6598). */
const INNER = new BlockList();
INNER.addSubnet('127.0.0.0', 8);
INNER.addSubnet('10.0.0.0', 8);
INNER.addSubnet('100.64.0.0', 10);
INNER.addSubnet('169.254.0.0', 16);
INNER.addSubnet('172.16.0.0', 12);
INNER.addSubnet('192.168.0.0', 16);
INNER.addAddress('::1', 'ipv6');
INNER.addSubnet('fc00::', 7, 'ipv6');
INNER.addSubnet('fe80::', 10, 'ipv6');

/** Whether an IP address, IPv6 with or without brackets, is loopback, private or link-local; false for other text. */
export function isInnerAddress(address: string): boolean {
  const plain = address.replace(/^\[(.*)\]$/, '$1');
  const family = isIP(plain);
  return family !== 0 && INNER.check(plain, family === 4 ? 'ipv4' : 'ipv6');
}
