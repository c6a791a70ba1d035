import { Agent } from 'node:http';
import type { ServiceName } from '@fasocolis/contracts/services';
import { IDENTITY_HEADER, identitySigner } from '@fasocolis/service-kit/auth/identity';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { send, type WireRequest } from '../fuzz/wire.ts';
import { LENGTH_IN_URL, LONG_TEXTS, type LongTextRequest, longTextRequests } from './long-texts.ts';
import { addressOf, internalOperations, type Operation, operations } from './operations.ts';
import { startTemporaryStack, type TemporaryStack } from './temporary-stack.ts';

const LIMIT_SECONDS = 0.2;
/** Requests between two readings of the metrics of all processes, which take longer than the requests. */
const GROUP = 20;

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

const cpuSeconds = new Map<string, number>();

/**
 * The processes whose event loop has stood still since the last call for longer than the limit, with the time. A process that
 * did not use the processor for that long was only kept waiting by another program, and does not count.
 */
async function standstills(): Promise<string[]> {
  const all = metrics.map(async ({ name, url }) => {
    const text = await (await fetch(url)).text();
    const read = (metric: string) => Number(new RegExp(`^${metric} ([\\d.e-]+)$`, 'm').exec(text)?.[1]);
    const seconds = read('nodejs_eventloop_lag_max_seconds');
    const cpu = read('process_cpu_seconds_total');
    const used = cpu - (cpuSeconds.get(name) ?? 0);
    cpuSeconds.set(name, cpu);
    expect(seconds, `lag of ${name}`).toBeGreaterThanOrEqual(0);
    expect(used, `processor time of ${name}`).toBeGreaterThanOrEqual(0);
    return Math.min(seconds, used) > LIMIT_SECONDS ? [`${name} ${seconds} s`] : [];
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
  const requests = operations.flatMap((operation) =>
    longTextRequests(operation).map(({ field, wire }) => ({
      field: `${operation.method} ${operation.path}, ${field}`,
      wire,
      sendIt: senderOf(operation),
    })),
  );
  const stopsAny = async (group: typeof requests) => {
    await standstills();
    for (const { field, wire, sendIt } of group) expect(await sendIt(wire), field).toBeLessThan(500);
    return (await standstills()).length > 0;
  };
  const slow: string[] = [];
  for (let start = 0; start < requests.length; start += GROUP) {
    const group = requests.slice(start, start + GROUP);
    // As in `confirmed`, once may be another program.
    if (!(await stopsAny(group)) || !(await stopsAny(group))) continue;
    for (const request of group) slow.push(...(await confirmed(request, request.sendIt)));
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
