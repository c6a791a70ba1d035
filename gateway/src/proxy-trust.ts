import { isInnerAddress } from '@fasocolis/service-kit/http/inner-address';

interface ProxySettings {
  TRUST_PROXY?: string | undefined;
  COMPOSE_PROFILES?: string | undefined;
  BIND_ADDRESS?: string | undefined;
}

/** Describes the fault of the proxy settings and its correction; undefined without a fault. */
export function faultOfProxyTrust({ TRUST_PROXY, COMPOSE_PROFILES, BIND_ADDRESS }: ProxySettings): string | undefined {
  if (TRUST_PROXY === undefined) {
    const hasTls = COMPOSE_PROFILES?.split(',').some((profile) => profile.trim() === 'tls');
    return hasTls
      ? 'TRUST_PROXY manque alors que COMPOSE_PROFILES contient « tls » : tous les visiteurs partageraient les mêmes ' +
          'limites. Écrivez TRUST_PROXY=uniquelocal.'
      : undefined;
  }
  if (BIND_ADDRESS === undefined || isInnerAddress(BIND_ADDRESS)) return undefined;
  return (
    `TRUST_PROXY est donné alors que BIND_ADDRESS=${BIND_ADDRESS} est une adresse publique : un visiteur pourrait ` +
    'choisir son adresse par X-Forwarded-For. Écrivez BIND_ADDRESS=127.0.0.1, ou supprimez TRUST_PROXY.'
  );
}
