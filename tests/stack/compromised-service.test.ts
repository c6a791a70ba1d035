import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROCESSES, SERVICES, type ServiceName } from '@fasocolis/contracts/services';
import { IDENTITY_HEADER, identitySigner } from '@fasocolis/service-kit/auth/identity';
import { createIdentityKey } from '@fasocolis/service-kit/auth/identity-keys';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTemporaryStack, type TemporaryStack } from './temporary-stack.ts';

const ADMINISTRATOR = { userId: 1, isAdmin: true, sessionKey: 'stolen' };

let stack: TemporaryStack;
let secrets: Record<string, string>;
beforeAll(async () => {
  stack = await startTemporaryStack('compromised');
  secrets = JSON.parse(readFileSync(join(stack.home, 'secrets.json'), 'utf8'));
}, 120_000);
afterAll(() => stack?.stop());

const secret = (name: string) => secrets[name] ?? '';
const urlOf = (service: ServiceName) =>
  `http://127.0.0.1:${stack.processes().find(({ name }) => name === service)?.port}`;

interface Operation {
  service: ServiceName;
  method: string;
  path: string;
}

/** Every operation that a service describes, about resource 1. */
async function operations(): Promise<Operation[]> {
  const all = SERVICES.map(async (service) => {
    const { paths } = (await (await fetch(`${urlOf(service)}/openapi.json`)).json()) as {
      paths: Record<string, Record<string, unknown>>;
    };
    return Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => ({ service, method, path: path.replaceAll(/\{\w+\}/g, '1') })),
    );
  });
  return (await Promise.all(all)).flat();
}

async function statusOf({ service, method, path }: Operation, token?: string): Promise<number> {
  const headers = token ? { [IDENTITY_HEADER]: token } : {};
  const response = await fetch(`${urlOf(service)}${path}`, {
    method: method.toUpperCase(),
    headers,
    redirect: 'manual',
  });
  await response.arrayBuffer();
  return response.status;
}

const INTERNAL: Operation[] = [
  ...(['auth', 'orders', 'catalog', 'content'] as const).map((service) => ({
    service,
    method: 'get',
    path: '/internal/outbox',
  })),
  ...['mail-recipients', 'mail-recipients/1', 'administrator', 'users/1'].map((path) => ({
    service: 'auth' as const,
    method: 'get',
    path: `/internal/${path}`,
  })),
  { service: 'auth', method: 'post', path: '/internal/users/lookup' },
  { service: 'auth', method: 'get', path: '/internal/mail-tokens/0b7e7dee-87bd-4bd4-9c4a-7c2b0b7e7dee' },
  { service: 'orders', method: 'get', path: '/internal/orders/silent' },
  { service: 'content', method: 'get', path: '/internal/contact-messages/1' },
];

describe('an identity that is not the gateway’s for this service', () => {
  it.each<[string, (service: ServiceName) => string]>([
    ['signed by another service', (service) => identitySigner(secret('identity-catalog'))(service, ADMINISTRATOR)],
    [
      'signed by the gateway for another service',
      (service) => identitySigner(secret('identity-gateway'))(service === 'auth' ? 'orders' : 'auth', ADMINISTRATOR),
    ],
    ['signed with an unknown key', (service) => identitySigner(createIdentityKey('gateway'))(service, ADMINISTRATOR)],
  ])('is as good as none at every operation when it is %s [SEC-011]', async (_what, sign) => {
    const all = await operations();
    expect(all.length).toBeGreaterThan(60);
    for (const operation of all) {
      const { service, method, path } = operation;
      const withoutToken = await statusOf(operation);
      expect(await statusOf(operation, sign(service)), `${method} ${path}`).toBe(withoutToken);
    }
  });
});

describe('a compromised catalog', () => {
  it('is refused by every internal route of the others [SEC-011]', async () => {
    for (const operation of INTERNAL) {
      const { service, path } = operation;
      const own = identitySigner(secret('identity-catalog'))(service);
      expect(await statusOf(operation, own), `${service} ${path}`).toBe(403);
    }
  });

  it('can neither read nor write any key of Redis, nor a channel, nor the server’s settings [SEC-011]', async () => {
    const address = new URL(stack.redisUrl);
    address.username = 'catalog';
    address.password = secret('redis-catalog');
    const redis = new Redis(address.href, { lazyConnect: true, maxRetriesPerRequest: 1 });
    await redis.connect();
    expect(await redis.ping()).toBe('PONG');
    const attempts: [command: string, ...args: string[]][] = [
      ['get', 'session:any'],
      ['set', 'session:mine', '{"userId":1,"isAdmin":true}'],
      ['smembers', 'user-sessions:1'],
      ['del', 'attempts:failures:any'],
      ['hgetall', '{fasocolis}:events-notify:meta'],
      ['xadd', '{fasocolis}:emails:events', '*', 'a', 'b'],
      ['eval', 'return redis.call("get", "session:any")', '0'],
      ['publish', 'sessions-ended', '[]'],
      ['subscribe', 'notifications'],
      ['keys', '*'],
      ['scan', '0'],
      ['config', 'get', '*'],
      ['acl', 'list'],
      ['flushall'],
      ['shutdown'],
    ];
    for (const [command, ...args] of attempts) {
      await expect(redis.call(command, ...args), command).rejects.toThrow(/^NOPERM/);
    }
    redis.disconnect();
  });
});

describe('the Redis users', () => {
  it('are one for each process, and each may use its own keys only [SEC-011]', async () => {
    const redis = new Redis(stack.redisUrl);
    const users = (await redis.call('acl', 'users')) as string[];
    expect(users.toSorted()).toEqual([...PROCESSES, 'default'].toSorted());
    for (const user of users.filter((name) => name !== 'default')) {
      expect(await redis.call('acl', 'dryrun', user, 'set', 'other:key', '1'), user).toMatch(/no permissions/);
      expect(await redis.call('acl', 'dryrun', user, 'flushall'), user).toMatch(/no permissions/);
    }
    redis.disconnect();
  });
});
