import { type ChildProcess, fork } from 'node:child_process';
import { on, once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { IDENTITY_HEADER, identitySigner } from '@fasocolis/service-kit/auth/identity';
import { median } from './load.ts';
import type { AllHeard, Crowd, Order } from './push-clients.ts';
import { measureLoss } from './push-loss.ts';
import { type PushProduct, startPushProduct } from './push-product.ts';

const FIRST_USER = 1000;
/** A message of the length of the product's. */
const BROADCAST = JSON.stringify({ type: 'notification', data: 'x'.repeat(185) });

const now = () => Number(process.hrtime.bigint()) / 1e6;
const start = (file: string) => fork(join(import.meta.dirname, file));

class Clients {
  readonly #process: ChildProcess = start('push-clients.ts');
  readonly #crowdSizes = new Map<string, number>();

  async open(crowd: Crowd): Promise<void> {
    this.#crowdSizes.set(crowd.name, crowd.headers.length);
    await this.#order({ open: crowd }, crowd.name);
  }

  async close(name: string): Promise<void> {
    await this.#order({ close: name }, name);
  }

  async heardBy(name: string): Promise<number> {
    for await (const [{ crowd, at }] of on(this.#process, 'message') as AsyncIterable<[AllHeard]>) {
      if (crowd === name) return at;
    }
    throw new Error('the clients are gone');
  }

  stop(): void {
    this.#process.disconnect();
  }

  async #order(order: Order, name: string): Promise<void> {
    const done = this.heardBy(name);
    this.#process.send(order);
    await done;
  }
}

async function timeOf(clients: Clients, crowd: string, send: () => unknown): Promise<number> {
  const heard = clients.heardBy(crowd);
  const sentAt = now();
  await send();
  const time = (await heard) - sentAt;
  await delay(200);
  return time;
}

async function startBaseline(clients: Clients, sockets: number) {
  const baseline = start('push-baseline.ts');
  const [{ port }] = (await once(baseline, 'message')) as [{ port: number }];
  const headers = Array.from({ length: sockets }, () => ({}));
  await clients.open({ name: 'baseline', url: `ws://127.0.0.1:${port}`, firstUserId: FIRST_USER, headers });
  return { send: () => baseline.send({ broadcast: BROADCAST }), stop: () => baseline.disconnect() };
}

/** Connects a crowd of signed-in users to notify, or through the gateway. */
async function openCrowd(product: PushProduct, clients: Clients, way: Way, sockets: number): Promise<void> {
  const sign = identitySigner(product.gatewayKey);
  const headers = await Promise.all(
    Array.from({ length: sockets }, async (_, index) => {
      const userId = FIRST_USER + index;
      const { cookie, sessionKey } = await product.signIn(userId);
      if (way === 'gateway') return { cookie, origin: product.url };
      return { [IDENTITY_HEADER]: sign('notify', { userId, isAdmin: false, sessionKey }) };
    }),
  );
  const base = way === 'gateway' ? product.url : product.notifyUrl;
  await clients.open({ name: way, url: `${base.replace('http', 'ws')}/ws`, firstUserId: FIRST_USER, headers });
}

type Way = 'notify' | 'gateway';

interface Size {
  sockets: number;
  rounds: number;
}

interface Measured {
  way: Way;
  baseline: number;
  product: number;
  notifyKiB: number;
  gatewayKiB: number;
}

async function measureWay(
  product: PushProduct,
  clients: Clients,
  sendBaseline: () => unknown,
  way: Way,
  { sockets, rounds }: Size,
): Promise<Measured> {
  const before = await product.memory();
  await openCrowd(product, clients, way, sockets);
  const after = await product.memory();
  const perSocket = (name: Way) => (after[name] - before[name]) / sockets / 1024;
  const times: Record<'baseline' | 'product', number[]> = { baseline: [], product: [] };
  for (let round = -3; round < rounds; round += 1) {
    const baseline = await timeOf(clients, 'baseline', sendBaseline);
    const ours = await timeOf(clients, way, () => product.send(`Ouverture ${round}`));
    // The first rounds are a warm-up.
    if (round < 0) continue;
    times.baseline.push(baseline);
    times.product.push(ours);
  }
  await clients.close(way);
  return {
    way,
    baseline: median(times.baseline),
    product: median(times.product),
    notifyKiB: perSocket('notify'),
    gatewayKiB: perSocket('gateway'),
  };
}

/** A broadcast to many open sockets, at notify and through the gateway, and the memory per socket. */
export async function fanOut(product: PushProduct, size: Size): Promise<void> {
  const clients = new Clients();
  const baseline = await startBaseline(clients, size.sockets);
  console.log(`${size.sockets} connexions, ${size.rounds} tours…`);
  const results = [];
  for (const way of ['notify', 'gateway'] as const) {
    results.push(await measureWay(product, clients, baseline.send, way, size));
  }
  baseline.stop();
  clients.stop();
  console.table(
    results.map(({ way, ...it }) => ({
      way,
      'baseline (ms)': Math.round(it.baseline),
      'product (ms)': Math.round(it.product),
      ratio: Number((it.product / it.baseline).toFixed(2)),
      'notify, per idle socket (KiB)': Number(it.notifyKiB.toFixed(1)),
      'gateway, per idle socket (KiB)': Number(it.gatewayKiB.toFixed(1)),
    })),
  );
  console.log(
    'ratio: target at most 2 at 5,000 sockets through the gateway; notify, per idle socket: target at most 15 KiB',
  );
}

export async function push(): Promise<void> {
  const product = await startPushProduct();
  await fanOut(product, { sockets: 5000, rounds: 15 });
  console.log('50 clients qui tombent deux secondes sur dix, pendant une minute…');
  // Ten thousand connections take time to close.
  await delay(3000);
  const loss = await measureLoss(product);
  await product.stop();

  console.log(
    `${loss.clients} clients, ${loss.drops} drops, ${loss.sent} notifications: ${loss.received} received of ` +
      `${loss.sent * loss.clients}, ${loss.twice} twice, ${loss.disordered} out of order`,
  );
}
