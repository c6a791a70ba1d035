import { PERSONAL_DATA_SERVICES } from '@fasocolis/contracts/personal-data';
import { PROCESSES, type ServiceName } from '@fasocolis/contracts/services';
import { IDENTITY_HEADER, identitySigner } from '@fasocolis/service-kit/auth/identity';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressOf } from './operations.ts';
import { startTemporaryStack, type TemporaryStack } from './temporary-stack.ts';

let stack: TemporaryStack;
let secrets: Record<string, string>;
beforeAll(async () => {
  stack = await startTemporaryStack('compromised');
  secrets = stack.secrets();
}, 120_000);
afterAll(() => stack?.stop());

const secret = (name: string) => secrets[name] ?? '';

interface Route {
  service: ServiceName;
  method: string;
  path: string;
}

async function statusOf({ service, method, path }: Route, token: string): Promise<number> {
  const response = await fetch(`${addressOf(stack, service)}${path}`, {
    method,
    headers: { [IDENTITY_HEADER]: token },
  });
  await response.arrayBuffer();
  return response.status;
}

const INTERNAL: Route[] = [
  ...(['auth', 'orders', 'catalog', 'content'] as const).map((service) => ({
    service,
    method: 'GET',
    path: '/internal/outbox',
  })),
  ...['mail-recipients', 'mail-recipients/1', 'administrator', 'users/1'].map((path) => ({
    service: 'auth' as const,
    method: 'GET',
    path: `/internal/${path}`,
  })),
  { service: 'auth', method: 'POST', path: '/internal/users/lookup' },
  { service: 'auth', method: 'GET', path: '/internal/mail-tokens/0b7e7dee-87bd-4bd4-9c4a-7c2b0b7e7dee' },
  { service: 'orders', method: 'GET', path: '/internal/orders/silent' },
  { service: 'content', method: 'GET', path: '/internal/contact-messages/1' },
  ...PERSONAL_DATA_SERVICES.map((service) => ({ service, method: 'POST', path: '/internal/personal-data' })),
];

describe('a compromised catalog', () => {
  it('is refused by every internal route of other services [SEC-011]', async () => {
    for (const operation of INTERNAL) {
      const { service, path } = operation;
      const own = identitySigner(secret('identity-catalog'))(service);
      expect(await statusOf(operation, own), `${service} ${path}`).toBe(403);
    }
  });

  it('can neither read nor write any key or channel of Redis, nor the server’s settings [SEC-011]', async () => {
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
