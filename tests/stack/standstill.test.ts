import { Agent } from 'node:http';
import type { ServiceName } from '@fasocolis/contracts/services';
import { IDENTITY_HEADER, identitySigner } from '@fasocolis/service-kit/auth/identity';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { send, type WireRequest } from '../fuzz/wire.ts';
import { LENGTH_IN_URL, LONG_TEXTS, type LongTextRequest, longTextRequests } from './long-texts.ts';
import { addressOf, internalOperations, type Operation, operations } from './operations.ts';
import { startTemporaryStack, type TemporaryStack } from './temporary-stack.ts';

const LIMIT_SECONDS = 0.2;

let stack: TemporaryStack;
let metrics: { name: string; url: string }[];
let cookies: { administrator: string; customer: string };
const agent = new Agent({ keepAlive: true });
beforeAll(async () => {
  stack = await startTemporaryStack('standstill');
  // The gateway logs the address after it has begun to serve.
  const gatewayUrl = await vi.waitUntil(() => /metrics at (http:[^"]+)/.exec(stack.logOf('gateway'))?.[1], 10_000);
  metrics = stack.processes().flatMap(({ name, port }) => {
    if (['postgres', 'redis', 'maildev'].includes(name)) return [];
    return { name, url: name === 'gateway' ? gatewayUrl : `http://127.0.0.1:${port}/metrics` };
  });
  cookies = {
    administrator: await signIn(stack.adminEmail, stack.adminPassword),
    customer: await signIn('client', 'Client-1234'),
  };
}, 120_000);
afterAll(async () => {
  agent.destroy();
  await stack?.stop();
});

async function signIn(email: string, password: string): Promise<string> {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ email, password });
  const response = await fetch(`${stack.url}/api/auth/login`, { method: 'POST', headers, body });
  return response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

/** The processes whose event loop stood still since the last call for longer than the limit, with the time. */
async function standstills(): Promise<string[]> {
  const all = metrics.map(async ({ name, url }) => {
    const text = await (await fetch(url)).text();
    const seconds = Number(/^nodejs_eventloop_lag_max_seconds ([\d.e-]+)$/m.exec(text)?.[1]);
    expect(seconds, `lag of ${name}`).toBeGreaterThanOrEqual(0);
    return seconds > LIMIT_SECONDS ? [`${name} ${seconds} s`] : [];
  });
  return (await Promise.all(all)).flat();
}

type Send = (request: WireRequest) => Promise<number>;

/** As the administrator, and as a customer where the administrator is refused. */
const sendToGateway: Send = async (request) => {
  const as = async (cookie: string) => {
    const { status } = await send(stack.url, { ...request, headers: { ...request.headers, cookie } }, agent);
    return status;
  };
  const status = await as(cookies.administrator);
  return status === 401 || status === 403 ? as(cookies.customer) : status;
};

/** As a service that may call the route. */
const sendToService =
  (service: ServiceName, caller: ServiceName): Send =>
  async (request) => {
    const identity = identitySigner(stack.secrets()[`identity-${caller}`] ?? '')(service);
    const headers = { ...request.headers, [IDENTITY_HEADER]: identity };
    return (await send(addressOf(stack, service), { ...request, headers }, agent)).status;
  };

/** What stood still twice: once may be another program's use of the processor, a slow pattern is slow every time. */
async function confirmed({ field, wire }: LongTextRequest, sendIt: Send): Promise<string[]> {
  for (let time = 1; ; time += 1) {
    await standstills();
    await sendIt(wire);
    const found = await standstills();
    if (found.length === 0) return [];
    if (time === 2) return [`${field}: ${found.join(', ')}`];
  }
}

/** Sends a long text in each text of each operation. @returns the fields that stop a process */
async function slowFields(operations: Operation[], senderOf: (operation: Operation) => Send): Promise<string[]> {
  const slow: string[] = [];
  for (const operation of operations) {
    const requests = longTextRequests(operation);
    await standstills();
    for (const { field, wire } of requests) {
      const status = await senderOf(operation)(wire);
      expect(status, `${field} of ${operation.method} ${operation.path}`).toBeLessThan(500);
    }
    if (requests.length === 0 || (await standstills()).length === 0) continue;
    for (const request of requests) {
      const found = await confirmed(request, senderOf(operation));
      slow.push(...found.map((each) => `${operation.method} ${operation.path}, ${each}`));
    }
  }
  return slow;
}

it('60,000 two-byte characters in any text of any operation stop no process for more than 200 ms [SEC-018]', async () => {
  expect(operations.flatMap(longTextRequests).length).toBeGreaterThan(300);
  expect(await slowFields(operations, () => sendToGateway)).toEqual([]);
}, 120_000);

it('60,000 two-byte characters in any text of any internal route stop no process for more than 200 ms [SEC-018]', async () => {
  const senderOf = ({ service, declared: { callers: [caller = service] = [] } }: Operation) =>
    sendToService(service, caller);
  expect(await slowFields(internalOperations, senderOf)).toEqual([]);
}, 60_000);

it('the longest reference that an address holds stops no process that renders its page [SEC-018]', async () => {
  const pages = LONG_TEXTS.map((text) => encodeURIComponent(text.slice(0, LENGTH_IN_URL))).flatMap((text) =>
    [`/c/${text}`, `/?tracking=${text}`, `/products/${text}`].map((path) => ({
      field: path.slice(0, 30),
      wire: { method: 'GET', path, headers: {}, body: undefined },
    })),
  );
  const slow: string[] = [];
  for (const page of pages) slow.push(...(await confirmed(page, sendToGateway)));
  expect(slow).toEqual([]);
}, 60_000);
