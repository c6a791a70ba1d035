import { isPrivateAddress } from '@fasocolis/service-kit/http/inner-address';

interface ProxySettings {
  TRUST_PROXY?: string | undefined;
  COMPOSE_PROFILES?: string | undefined;
  BIND_ADDRESS?: string | undefined;
}

export function faultOfProxyTrust({ TRUST_PROXY, COMPOSE_PROFILES, BIND_ADDRESS }: ProxySettings): string | undefined {
  if (TRUST_PROXY === undefined) {
    const hasTls = COMPOSE_PROFILES?.split(',').some((profile) => profile.trim() === 'tls');
    return hasTls
      ? 'TRUST_PROXY is not set although COMPOSE_PROFILES contains tls: all visitors would share the same limits. ' +
          'Set TRUST_PROXY=uniquelocal.'
      : undefined;
  }
  if (BIND_ADDRESS === undefined || isPrivateAddress(BIND_ADDRESS)) return undefined;
  return (
    `TRUST_PROXY is set although BIND_ADDRESS=${BIND_ADDRESS} is a public address: a visitor could choose an address ` +
    'by X-Forwarded-For. Set BIND_ADDRESS=127.0.0.1, or remove TRUST_PROXY.'
  );
}
