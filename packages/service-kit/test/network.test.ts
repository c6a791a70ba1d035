import { expect, it } from 'vitest';
import { networkOf } from '../src/http/network.ts';

it.each([
  ['41.207.12.9', '41.207.12.0/24'],
  ['::ffff:41.207.12.9', '41.207.12.0/24'],
  ['::ffff:29cf:c09', '41.207.12.0/24'],
  ['2001:db8:7:9::', '2001:db8:7::/48'],
  ['2001:0DB8:0007:ffff:1:2:3:4', '2001:db8:7::/48'],
  ['2001:db8::1', '2001:db8:0::/48'],
  ['2001::b:c:d:e:f:1', '2001:0:b::/48'],
  ['::1', '0:0:0::/48'],
  ['fe80::1%eth0', 'fe80:0:0::/48'],
  ['elsewhere', 'elsewhere'],
])('the network of %s is %s [SEC-030]', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
