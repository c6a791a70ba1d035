import { personalDataOperations } from '@fasocolis/contracts/operations/common';
import type { PersonalData } from '@fasocolis/contracts/personal-data';
import { IDENTITY_HEADER, type Identity, identityVerifier } from '@fasocolis/service-kit/auth/identity';
import { call, TEST_PUBLIC_KEYS } from '@fasocolis/service-kit/testing/harness';
import Fastify, { type FastifyReply } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Auth, lastToken, startAuth } from './helpers.ts';

/** What the services at the other end of the wire respond, by name. */
let respond: (service: string, reply: FastifyReply) => unknown;
const requested: unknown[] = [];
let holders: Awaited<ReturnType<typeof listenAsHolders>>;
let auth: Auth;

beforeAll(async () => {
  holders = await listenAsHolders();
  auth = await startAuth({ rateLimits: true, holderUrl: holders.url });
});
beforeEach(() => {
  requested.length = 0;
  respond = (service) => ({ [`Rubrique de ${service}`]: [{ Titre: 'Bonjour' }] });
});
afterAll(async () => {
  await auth.close();
  await holders.close();
});

/** Responds to auth alone, as each of the services would: the audience of a call names it. */
async function listenAsHolders() {
  const app = Fastify();
  const services = (['orders', 'notify', 'content'] as const).map(
    (name) => [name, identityVerifier(TEST_PUBLIC_KEYS, name)] as const,
  );
  app.post(personalDataOperations.readPersonalData.path, async (request, reply) => {
    const header = String(request.headers[IDENTITY_HEADER]);
    const [name] = services.find(([, verify]) => verify(header).kind === 'service') ?? [];
    if (!name) return reply.code(403).send({ message: 'Accès refusé', code: 'forbidden' });
    requested.push(request.body);
    return respond(name, reply);
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  return { url, close: () => app.close() };
}

const download = (as: Identity | undefined, payload: object = {}) =>
  call(auth.app, { method: 'POST', url: '/api/user/export', payload }, as);

describe('POST /api/user/export', () => {
  it('returns the account and the parts of all other services in one file, with an explanation first [SEC-014]', async () => {
    const user = await auth.createUser({ username: 'awa.export', email: 'awa.export@example.com' });
    await auth.database.user.update({ where: { id: user.id }, data: { emailVerified: true } });
    await auth.database.socialIdentity.create({ data: { provider: 'google', subject: 'g-1', userId: user.id } });
    const forgot = { method: 'POST', url: '/api/auth/forgot-password', payload: { email: user.email } } as const;
    await call(auth.app, forgot);
    const { token } = await lastToken(auth, user.id);

    const response = await download(await auth.signedIn(user.id));
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-disposition']).toBe('attachment; filename="mes-donnees-fasocolis.json"');
    const data = response.json<PersonalData>();
    expect(Object.keys(data)).toEqual([
      "À lire d'abord",
      'Fichier préparé le',
      'Compte',
      'Appareils connectés',
      'Fournisseurs de connexion',
      'Comptes que vous avez modifiés',
      'Journal de sécurité, des douze derniers mois',
      'Liens et avis de sécurité envoyés',
      'Rubrique de orders',
      'Rubrique de notify',
      'Rubrique de content',
    ]);
    expect(data.Compte).toMatchObject({ Numéro: user.id, "Nom d'utilisateur": 'awa.export', 'Adresse vérifiée': true });
    expect(data['Appareils connectés']).toEqual([
      { 'Connecté depuis le': expect.stringMatching(/Z$/), Navigateur: null },
    ]);
    expect(data['Fournisseurs de connexion']).toMatchObject([
      { Fournisseur: 'Google', 'Numéro chez ce fournisseur': 'g-1' },
    ]);
    expect(data['Liens et avis de sécurité envoyés']).toMatchObject([
      { Sujet: 'Nouveau mot de passe', Adresse: user.email },
    ]);
    expect(requested).toEqual(Array.from({ length: 3 }, () => ({ userId: user.id, verifiedEmail: user.email })));
    // Secrets, and what they could be computed from, stay.
    for (const secret of [token, user.passwordHash ?? 'none', 'argon2']) expect(response.body).not.toContain(secret);
  });

  it('leaves out what came from an address that is not verified', async () => {
    const user = await auth.createUser();
    await download(await auth.signedIn(user.id));
    expect(requested).toEqual(Array.from({ length: 3 }, () => ({ userId: user.id, verifiedEmail: null })));
  });

  it.each<[string, typeof respond]>([
    ['fails', (service, reply) => (service === 'notify' ? reply.code(500).send('panne') : {})],
    [
      'is of a version without personal data',
      (service, reply) => (service === 'content' ? reply.code(404).send('') : {}),
    ],
  ])('returns nothing at all, and says so, when a service %s [SEC-014]', async (_, failing) => {
    respond = failing;
    const user = await auth.createUser();
    const response = await download(await auth.signedIn(user.id));
    expect(response.statusCode).toBe(503);
    expect(response.headers['content-disposition']).toBeUndefined();
    expect(response.json().message).toBe(
      "Votre fichier serait incomplet\u00a0: un de nos services ne répond pas. Rien n'a été téléchargé. Réessayez dans quelques minutes.",
    );
  });

  it('requires a recent sign-in or the password', async () => {
    const user = await auth.createUser();
    const old = await auth.signedIn(user.id, { minutesAgo: 11 });
    expect((await download(old)).json()).toMatchObject({ code: 'reauthentication-required' });
    expect((await download(old, { currentPassword: 'Faux-1234' })).statusCode).toBe(400);
    expect(requested).toEqual([]);
    expect((await download(old, { currentPassword: 'Secret-123' })).statusCode).toBe(200);
    expect((await download(undefined)).statusCode).toBe(401);
  });

  it('prepares one file at a time for a user', async () => {
    const user = await auth.createUser();
    const session = await auth.signedIn(user.id);
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    respond = async () => {
      begin();
      await released;
      return {};
    };
    const first = download(session);
    await begun;
    const second = await download(session);
    expect([second.statusCode, second.json().message]).toEqual([
      429,
      'Votre fichier est déjà en préparation. Réessayez dans 1 minute.',
    ]);
    release();
    expect((await first).statusCode).toBe(200);
    expect((await download(session)).statusCode).toBe(200);
  });

  it('returns five files an hour, and does not count failures', async () => {
    const user = await auth.createUser();
    const session = await auth.signedIn(user.id);
    respond = (_, reply) => reply.code(500).send('panne');
    expect((await download(session)).statusCode).toBe(503);
    respond = () => ({});
    const statuses: number[] = [];
    for (let count = 1; count <= 6; count += 1) statuses.push((await download(session)).statusCode);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });
});
