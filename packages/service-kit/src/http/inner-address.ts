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
export function isPrivateAddress(address: string): boolean {
  const plain = address.replace(/^\[(.*)\]$/, '$1');
  const family = isIP(plain);
  return family !== 0 && INNER.check(plain, family === 4 ? 'ipv4' : 'ipv6');
}

/** Further reserved networks, and those that embed or tunnel other addresses (RFC 6890, 6052, 3056, 4380). */
const SPECIAL = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['192.0.0.0', 24],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const) {
  SPECIAL.addSubnet(network, prefix);
}
for (const [network, prefix] of [
  ['::', 128],
  ['64:ff9b::', 32],
  ['2001::', 23],
  ['2002::', 16],
  ['fec0::', 10],
  ['ff00::', 8],
] as const) {
  SPECIAL.addSubnet(network, prefix, 'ipv6');
}

/** Whether an IP address, as DNS returns it, is publicly routable. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  return family !== 0 && !isPrivateAddress(address) && !SPECIAL.check(address, family === 4 ? 'ipv4' : 'ipv6');
}
