import type { ServiceName } from '@fasocolis/contracts/services';
import { IDENTITY_HEADER, identityVerifier } from '@fasocolis/service-kit/auth/identity';
import { TEST_PUBLIC_KEYS } from '@fasocolis/service-kit/testing/harness';
import Fastify, { type FastifyInstance } from 'fastify';

export const ADMINISTRATOR = 'admin@example.com';

/** Stands in for auth and another service: returns the administrator, and what `route` adds, to services only. */
export async function listenAsAuthAnd(service: ServiceName, route: (app: FastifyInstance) => void) {
  const app = Fastify();
  const verifiers = {
    auth: identityVerifier(TEST_PUBLIC_KEYS, 'auth'),
    other: identityVerifier(TEST_PUBLIC_KEYS, service),
  };
  const state = { url: '', isDown: false, close: () => app.close() };
  app.addHook('onRequest', async (request, reply) => {
    const verify = request.url === '/internal/administrator' ? verifiers.auth : verifiers.other;
    const caller = verify(String(request.headers[IDENTITY_HEADER]));
    if (caller.kind !== 'service') return reply.code(403).send({ message: 'Accès refusé', code: 'forbidden' });
    if (state.isDown) return reply.code(503).send({ message: 'Service indisponible', code: 'unavailable' });
  });
  app.get('/internal/administrator', async () => ({ email: ADMINISTRATOR, firstName: 'Admin' }));
  route(app);
  state.url = await app.listen({ host: '127.0.0.1', port: 0 });
  return state;
}
