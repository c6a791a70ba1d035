import { BlockList, isIP } from 'node:net';

/** Addresses that cannot be reached from the Internet (RFC 1122, 1918, 3927, 4193, 4291, 6598). */
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

/** Docker takes IPv6 addresses with or without brackets. */
function isInner(address: string): boolean {
  const plain = address.replace(/^\[(.*)\]$/, '$1');
  const family = isIP(plain);
  return family !== 0 && INNER.check(plain, family === 4 ? 'ipv4' : 'ipv6');
}

interface ProxySettings {
  TRUST_PROXY?: string | undefined;
  COMPOSE_PROFILES?: string | undefined;
  BIND_ADDRESS?: string | undefined;
}

/** What is wrong with the trust in proxies, and what to write instead; undefined when nothing is. */
export function faultOfProxyTrust({ TRUST_PROXY, COMPOSE_PROFILES, BIND_ADDRESS }: ProxySettings): string | undefined {
  if (TRUST_PROXY === undefined) {
    const hasTls = COMPOSE_PROFILES?.split(',').some((profile) => profile.trim() === 'tls');
    return hasTls
      ? 'TRUST_PROXY manque alors que COMPOSE_PROFILES contient « tls » : tous les visiteurs partageraient les mêmes ' +
          'limites. Écrivez TRUST_PROXY=uniquelocal.'
      : undefined;
  }
  if (BIND_ADDRESS === undefined || isInner(BIND_ADDRESS)) return undefined;
  return (
    `TRUST_PROXY est donné alors que BIND_ADDRESS=${BIND_ADDRESS} est une adresse publique : un visiteur pourrait ` +
    'choisir son adresse par X-Forwarded-For. Écrivez BIND_ADDRESS=127.0.0.1, ou supprimez TRUST_PROXY.'
  );
}
