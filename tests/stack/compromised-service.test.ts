import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROCESSES, SERVICES } from '@fasocolis/contracts/services';
import { IDENTITY_HEADER, identitySigner } from '@fasocolis/service-kit/auth/identity';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CommonStack, useCommonStack } from './common-stack.ts';
import { addressOf, internalOperations, type Operation } from './operations.ts';

let stack: CommonStack;
let secrets: Record<string, string>;
beforeAll(async () => {
  stack = await useCommonStack();
  secrets = stack.secrets();
}, 120_000);
afterAll(() => stack?.stop());

const secret = (name: string) => secrets[name] ?? '';

const ADMINISTRATOR = { userId: 1, isAdmin: true, sessionKey: 'stolen' };

/** The status of a request without a body, which says nothing but whether the caller is accepted. */
async function statusOf({ service, method, path }: Operation, token?: string): Promise<number> {
  const response = await fetch(`${addressOf(stack, service)}${path.replaceAll(/\{\w+\}/g, '2000000000')}`, {
    method,
    headers: token === undefined ? {} : { [IDENTITY_HEADER]: token },
  });
  await response.arrayBuffer();
  return response.status;
}

const nameOf = ({ service, method, path }: Operation) => `${method} ${path} of ${service}`;

describe('the internal routes', () => {
  it('are those of every service, each with its callers [SEC-011]', async () => {
    const routes = internalOperations;
    expect(routes.map(nameOf)).toEqual(
      expect.arrayContaining([
        'POST /internal/personal-data of content',
        'POST /internal/orders/by-reference of orders',
        'POST /internal/users/phones of auth',
      ]),
    );
    expect(routes.filter(({ path }) => !path.startsWith('/internal/'))).toEqual([]);
  });

  it('refuse every service but their callers, the gateway and requests without an identity [SEC-011]', async () => {
    for (const route of internalOperations) {
      const { service } = route;
      const others = SERVICES.filter((name) => !route.declared.callers?.includes(name));
      const signed = others.map((name) => identitySigner(secret(`identity-${name}`))(service));
      const ofAdministrator = identitySigner(secret('identity-gateway'))(service, ADMINISTRATOR);
      const statuses = await Promise.all(
        [undefined, ofAdministrator, ...signed].map((token) => statusOf(route, token)),
      );
      expect(new Set(statuses), nameOf(route)).toEqual(new Set([403]));
    }
  });

  it('accept their callers [SEC-011]', async () => {
    for (const route of internalOperations) {
      for (const caller of route.declared.callers ?? []) {
        const status = await statusOf(route, identitySigner(secret(`identity-${caller}`))(route.service));
        expect(status, `${nameOf(route)} for ${caller}`).not.toBe(403);
      }
    }
  });
});

describe('a compromised catalog', () => {
  it('can only add audit events to Redis: it reaches no other key or channel, nor the server’s settings [SEC-011]', async () => {
    const address = new URL(stack.redisUrl);
    address.username = 'catalog';
    address.password = secret('redis-catalog');
    const redis = new Redis(address.href, { lazyConnect: true, maxRetriesPerRequest: 1 });
    await redis.connect();
    expect(await redis.ping()).toBe('PONG');
    expect(await redis.rpush('audit-events', 'no event')).toBeGreaterThan(0);
    const attempts: [command: string, ...args: string[]][] = [
      ['lrange', 'audit-events', '0', '-1'],
      ['del', 'audit-events'],
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

describe('the secrets of SMTP and WhatsApp', () => {
  it('are mounted by no process but the worker that sends and, for SMTP, the operator’s [SEC-033]', () => {
    const compose = readFileSync(join(import.meta.dirname, '../../docker-compose.yml'), 'utf8');
    /** The blocks of a service or of what several share, by their names. */
    const blocks = [
      ...compose.matchAll(/^(?:x-| {2})([a-z-]+):(?: &[a-z-]+)?\n((?: {2,}.*\n|\n)+?)(?=^(?: {2})?\S)/gm),
    ];
    const holders = (secret: string) =>
      blocks.filter(([, , text = '']) => text.includes(secret)).map(([, name]) => name);
    expect(holders('/run/secrets/whatsapp_token')).toEqual(['notify-worker']);
    expect(holders('/run/secrets/smtp_password')).toEqual(['notify-worker', 'operator']);
    expect(blocks.find(([, name]) => name === 'notify')?.[2]).not.toMatch(/smtp_password|whatsapp_token/);
  });
});

describe('the counters of attempts', () => {
  it('of a service are out of reach for every other one [SEC-033]', async () => {
    const redis = new Redis(stack.redisUrl);
    const counting = ['auth', 'content', 'notify'];
    const admitted: string[] = [];
    for (const user of PROCESSES) {
      for (const service of [...counting, 'default']) {
        const response = await redis.call('acl', 'dryrun', user, 'incr', `attempts:${service}:failures:any`);
        if (response === 'OK') admitted.push(`${user} ${service}`);
      }
    }
    redis.disconnect();
    expect(admitted.sort()).toEqual(counting.map((service) => `${service} ${service}`));
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
