import { atMost, PathIdSchema } from '@fasocolis/contracts/common';
import type { Operation } from '@fasocolis/contracts/operations/operation';
import type { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import * as z from 'zod/mini';
import { IDENTITY_HEADER } from '../src/auth/identity.ts';
import { connectRedis } from '../src/data/redis.ts';
import { AppError } from '../src/http/errors.ts';
import { handle } from '../src/http/operations.ts';
import { createService, type Service } from '../src/http/service.ts';
import { baseEnvironment, loadConfig, port } from '../src/ops/config.ts';
import {
  asAdmin,
  asAgent,
  asUser,
  call,
  startCuttableProxy,
  TEST_PUBLIC_KEYS,
  testOperation,
  testRedisUrl,
} from '../src/testing/harness.ts';

const options = { name: 'example', logLevel: 'info', identityKeys: TEST_PUBLIC_KEYS };

describe('loadConfig', () => {
  it('lists every faulty variable at once', () => {
    const load = () => loadConfig('example', baseEnvironment, { PORT: 'abc' });
    expect(load).toThrow(/Invalid environment for example[\s\S]*PORT[\s\S]*IDENTITY_KEY/);
  });

  it('returns values that cannot be changed afterwards', () => {
    const config = loadConfig('example', { PORT: port }, { PORT: '8080' });
    expect(config).toEqual({ PORT: 8080 });
    expect(Object.isFrozen(config)).toBe(true);
  });
});

describe('a service', () => {
  let app: Service;
  const lines: string[] = [];
  let isReady = true;
  let redis: Redis;
  let redisProxy: Awaited<ReturnType<typeof startCuttableProxy>>;

  beforeAll(async () => {
    redisProxy = await startCuttableProxy(new URL(testRedisUrl()));
    redis = connectRedis(redisProxy.url);
    app = await createService({
      ...options,
      logStream: { write: (line) => lines.push(line) },
      readiness: { database: async () => isReady || Promise.reject(new Error('secret inner text')) },
    });
    const Body = z.object({ name: z.string('Nom requis').check(atMost(50), z.minLength(2, 'Nom requis')) });
    const responses = { 200: z.object({ name: z.string() }) };
    handle(app, testOperation('GET /open', { responses }), () => ({ name: 'a', secret: 'b' }));
    handle(app, testOperation('POST /admin', { access: 'admin', body: Body, responses }), ({ body }) => body);
    handle(app, testOperation('GET /crash'), async () => {
      throw new Error('connection to 10.0.0.7 refused, password=hunter2');
    });
    handle(app, testOperation('GET /database-down'), async () => {
      throw Object.assign(new Error('Can not reach database'), { code: 'P1001' });
    });
    const dying = Object.assign(new Error('terminating connection'), { cause: { code: '57P01' } });
    const lost = [
      dying,
      Object.assign(new Error('driver error'), { code: 'P2039', meta: { driverAdapterError: dying } }),
      new Error('Connection terminated unexpectedly'),
      Object.assign(new Error('server login has been failing'), { code: '08P01' }),
      Object.assign(new Error('ConnectionClosed'), { cause: { kind: 'ConnectionClosed' } }),
      Object.assign(new Error('driver error'), { code: 'P2039', meta: { driverAdapterError: { code: '53100' } } }),
      new Error('MISCONF Errors writing to the AOF file: No space left on device'),
    ];
    handle(app, testOperation('GET /database-lost/:index'), async (request) => {
      throw lost[Number((request.params as { index: string }).index)];
    });
    handle(app, testOperation('GET /redis'), async () => ({ response: await redis.ping() }));
    handle(app, testOperation('GET /too-many'), async () => {
      throw new AppError('too-many-requests', undefined, { retryAfterSeconds: 150.2 });
    });
    handle(app, testOperation('GET /busy'), async () => {
      throw new AppError('too-many-requests', 'Occupé. Réessayez dans 1 minute.');
    });
    handle(app, testOperation('GET /full'), async () => {
      throw Object.assign(new Error('rate limit'), { statusCode: 429 });
    });
    handle(app, testOperation('GET /conflict'), async () => {
      throw new AppError('conflict', 'Déjà là');
    });
    const params = z.object({ userId: PathIdSchema });
    handle(app, testOperation('GET /of/:userId', { access: 'owner-or-admin', params }), () => ({ ok: true }));
    handle(app, testOperation('GET /only/:userId', { access: 'owner', params }), () => ({ ok: true }));
    handle(app, testOperation('GET /staff', { access: 'staff' }), () => ({ ok: true }));
    handle(app, testOperation('GET /internal', { access: 'service', callers: ['orders'] }), () => ({ ok: true }));
  });
  afterAll(async () => {
    redis.disconnect();
    await Promise.all([app.close(), redisProxy.close()]);
  });

  it.each([
    ['/too-many', '151', 'Trop de tentatives. Veuillez réessayer plus tard. Réessayez dans 3 minutes.'],
    ['/busy', '60', 'Occupé. Réessayez dans 1 minute.'],
    ['/full', '60', 'Trop de tentatives. Veuillez réessayer plus tard. Réessayez dans 1 minute.'],
  ])('says in every 429 when to retry, in the header and in the text: %s [SEC-025]', async (url, seconds, message) => {
    const response = await call(app, { url });
    expect([response.statusCode, response.headers['retry-after'], response.json().message]).toEqual([
      429,
      seconds,
      message,
    ]);
  });

  it('fails at start when a route belongs to no operation, which would declare its access [TEAM-003]', async () => {
    const careless = await createService({ ...options, logLevel: 'silent' });
    expect(() => careless.get('/forgotten', async () => 'oops')).toThrow('Route GET /forgotten has no operation');
  });

  it.each<[string, Partial<Operation>, string]>([
    ['declares no callers', { access: 'service' }, 'declares no callers'],
    ['declares an empty list of callers', { access: 'service', callers: [] }, 'declares no callers'],
    ['is public', { access: 'public' }, 'is internal by its path or its access alone'],
  ])('fails at start when a route below /internal %s [SEC-011]', async (_what, declared, message) => {
    const careless = await createService(options);
    const operation: Operation = { ...testOperation('GET /internal/all'), ...declared };
    const declare = () => handle(careless, operation, () => 'oops');
    expect(declare).toThrow(`Route GET /internal/all ${message}`);
  });

  it('fails at start when a route for services is not below /internal [SEC-011]', async () => {
    const careless = await createService(options);
    const declare = () =>
      handle(careless, testOperation('GET /all', { access: 'service', callers: ['auth'] }), () => 'oops');
    expect(declare).toThrow('Route GET /all is internal by its path or its access alone');
  });

  it('responds with declared fields only', async () => {
    expect((await call(app, { url: '/open' })).json()).toEqual({ name: 'a' });
  });

  it('checks access before the body: 401 to a visitor, 403 to a customer, then 400 [API-065]', async () => {
    const request = {
      method: 'POST',
      url: '/admin',
      payload: '{broken',
      headers: { 'content-type': 'application/json' },
    } as const;
    const statuses = await Promise.all([
      call(app, request),
      call(app, request, asUser(2)),
      call(app, request, asAdmin()),
    ]);
    expect(statuses.map((response) => response.statusCode)).toEqual([401, 403, 400]);
    expect(statuses.map((response) => response.json().message)).toEqual([
      'Non authentifié',
      'Accès refusé',
      'Requête invalide',
    ]);
  });

  it('responds to every error with JSON: a French message, a code and the request id [API-058]', async () => {
    const invalid = await call(app, { method: 'POST', url: '/admin', payload: { name: 'x' } }, asAdmin());
    expect(invalid.statusCode).toBe(400);
    expect(invalid.json()).toEqual({
      message: 'Nom requis',
      code: 'validation',
      errors: { name: 'Nom requis' },
      requestId: expect.any(String),
    });
    const responses = {
      401: await call(app, { method: 'POST', url: '/admin' }),
      403: await call(app, { method: 'POST', url: '/admin' }, asUser(2)),
      404: await call(app, { url: '/nowhere' }),
      409: await call(app, { url: '/conflict' }),
      500: await call(app, { url: '/crash' }),
      503: await call(app, { url: '/database-down' }),
    };
    const messages = Object.entries(responses).map(([status, response]) => {
      expect(response.statusCode).toBe(Number(status));
      expect(response.headers['content-type']).toMatch(/^application\/json/);
      return response.json().message;
    });
    expect(messages).toEqual([
      'Non authentifié',
      'Accès refusé',
      'Ressource non trouvée',
      'Déjà là',
      'Erreur interne du serveur',
      'Service temporairement indisponible',
    ]);
  });

  it('responds with 503 to every form of a lost database, and to full disks of PostgreSQL and Redis', async () => {
    for (const index of [0, 1, 2, 3, 4, 5, 6])
      expect((await call(app, { url: `/database-lost/${index}` })).statusCode).toBe(503);
  });

  it('responds with 503 while Redis is unavailable, from the first lost command on, and recovers', async () => {
    const status = async () => (await call(app, { url: '/redis' })).statusCode;
    await vi.waitFor(async () => expect(await status()).toBe(200), 5000);
    await redisProxy.cut();
    const statuses = new Set<number>();
    await vi.waitFor(async () => {
      statuses.add(await status());
      expect(redis.status).toBe('reconnecting');
    }, 5000);
    statuses.add(await status());
    expect([...statuses]).toEqual([503]);
    await redisProxy.restore();
    await vi.waitFor(async () => expect(await status()).toBe(200), 5000);
  });

  it('keeps internal error messages out of responses', async () => {
    expect((await call(app, { url: '/crash' })).body).not.toMatch(/10\.0\.0\.7|hunter2|stack/);
  });

  it('responds with 400 JSON to malformed URLs', async () => {
    const response = await call(app, { url: '/of/%zz' });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ message: 'Requête invalide', code: 'bad-request' });
  });

  it('responds with 413 to a body over the limit', async () => {
    const payload = { name: 'x'.repeat(1_100_000) };
    const response = await call(app, { method: 'POST', url: '/admin', payload }, asAdmin());
    expect(response.statusCode).toBe(413);
    expect(response.json().message).toBe('Contenu trop volumineux');
  });

  it('accepts the owner and the administrator, or the owner only, as declared [ROLE-013]', async () => {
    const statusOf = async (url: string, as?: Parameters<typeof call>[2]) => (await call(app, { url }, as)).statusCode;
    expect(await statusOf('/of/7', asUser(7))).toBe(200);
    expect(await statusOf('/of/7', asAdmin())).toBe(200);
    expect(await statusOf('/of/7', asUser(8))).toBe(403);
    expect(await statusOf('/of/7')).toBe(401);
    expect(await statusOf('/only/7', asUser(7))).toBe(200);
    expect(await statusOf('/only/7', asAdmin())).toBe(403);
  });

  it('opens routes of the access level "staff" to agents and the administrator only [TEAM-003]', async () => {
    const callers = [undefined, asUser(7), { kind: 'service', name: 'orders' } as const, asAgent(7), asAdmin()];
    const responses = await Promise.all(callers.map((caller) => call(app, { url: '/staff' }, caller)));
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([401, 403, 401, 200, 200]);
  });

  it('responds with 403 to an agent on a route of the administrator [TEAM-003]', async () => {
    expect((await call(app, { method: 'POST', url: '/admin', payload: {} }, asAgent(7))).statusCode).toBe(403);
  });

  it('responds with 400 to an owner that is not a number, and with 403 to another user, existing or not', async () => {
    const statusOf = async (url: string) => (await call(app, { url }, asUser(7))).statusCode;
    expect(await statusOf('/of/abc')).toBe(400);
    expect(await statusOf('/of/-1')).toBe(403);
    expect(await statusOf('/of/99999999999999')).toBe(403);
  });

  it('accepts only the declared services on internal routes [SEC-011]', async () => {
    expect((await call(app, { url: '/internal' }, asAdmin())).statusCode).toBe(403);
    expect((await call(app, { url: '/internal' }, { kind: 'service', name: 'catalog' })).statusCode).toBe(403);
    expect((await call(app, { url: '/internal' }, { kind: 'service', name: 'orders' })).statusCode).toBe(200);
  });

  it('rejects an identity header that the gateway did not sign [ROLE-016]', async () => {
    const headers = {
      [IDENTITY_HEADER]: '{"kind":"user","userId":1,"isAdmin":true}',
      'x-user-id': '1',
      'x-user-role': 'ADMIN',
    };
    expect((await call(app, { method: 'POST', url: '/admin', headers, payload: {} })).statusCode).toBe(401);
  });

  it('is live at once, and ready only while all its dependencies respond', async () => {
    expect((await call(app, { url: '/health/live' })).statusCode).toBe(200);
    expect((await call(app, { url: '/health/ready' })).statusCode).toBe(200);
    isReady = false;
    const response = await call(app, { url: '/health/ready' });
    expect(response.statusCode).toBe(503);
    expect(response.body).not.toContain('secret inner text');
    expect((await call(app, { url: '/health/live' })).statusCode).toBe(200);
    isReady = true;
  });

  it('has started once all its dependencies responded, and stays so when one becomes unavailable', async () => {
    let isThere = false;
    const readiness = { something: async () => isThere || Promise.reject(new Error('away')) };
    const another = await createService({ ...options, logLevel: 'silent', readiness });
    onTestFinished(() => another.close());
    const hasStarted = async () => (await call(another, { url: '/health/started' })).statusCode;
    expect(await hasStarted()).toBe(503);
    isThere = true;
    expect(await hasStarted()).toBe(200);
    isThere = false;
    expect(await hasStarted()).toBe(200);
  });

  it('counts its requests for Prometheus under the route pattern', async () => {
    await call(app, { url: '/of/7' }, asUser(7));
    const { body } = await call(app, { url: '/metrics' });
    expect(body).toMatch(
      /http_request_duration_seconds_count\{method="GET",route="\/of\/:userId",status="200"\} [1-9]/,
    );
  });

  it('logs JSON lines with the received request id, and no secrets', async () => {
    lines.length = 0;
    const headers = { 'x-request-id': 'trace-me', cookie: 'fasocolis=secret-session' };
    await call(app, { url: '/crash?token=secret-token', headers });
    const logged = lines.map((line) => JSON.parse(line));
    expect(logged).toContainEqual(
      expect.objectContaining({ level: 'error', service: 'example', requestId: 'trace-me' }),
    );
    app.log.info({ password: 'hunter2', user: { password: 'hunter2', token: 'hunter2' } }, 'oops');
    // The error of ioredis after a wrong password.
    const command = { name: 'auth', args: ['default', 'hunter3'] };
    app.log.error({ err: Object.assign(new Error('WRONGPASS'), { command }) }, 'no Redis');
    expect(lines.join('')).toContain('WRONGPASS');
    expect(lines.join('')).not.toMatch(/secret-session|secret-token|"password":"hunter2"|"token":"hunter2"|hunter3/);
  });
});
