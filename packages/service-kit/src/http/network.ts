import { isIP, SocketAddress } from 'node:net';

/**
 * The network of an address, /24 for IPv4 and /48 for IPv6, which is what one subscriber can rent: for limits that a change
 * of the address must not avoid, and for audits, as it identifies no person. Other text is returned unchanged.
 */
export function networkOf(address: string): string {
  const family = isIP(address);
  if (family === 0) return address;
  if (family === 4) return networkOfIpv4(address);
  const plain = new SocketAddress({ address: address.replace(/%.*/, ''), family: 'ipv6' }).address;
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(plain) ?? [];
  if (mapped !== undefined) return networkOfIpv4(mapped);
  const [left = [], right = []] = plain.split('::').map((half) => half.split(':').filter(Boolean));
  const groups = [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right];
  return `${groups.slice(0, 3).join(':')}::/48`;
}

const networkOfIpv4 = (address: string) => address.replace(/\d+$/, '0/24');
