import { type ChildProcess, fork } from 'node:child_process';
import { createECDH, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SessionStore } from '@fasocolis/service-kit/auth/sessions';
import { TestAuthority } from '@fasocolis/service-kit/testing/certificates';
import pg from 'pg';
import { signInAsAdmin, startProduct } from './product.ts';

const DEVICES = 10_000;
const ROUNDS = 3;
const TARGET = 1.5;
/** As the product's message about a broadcast. */
const WORDS = { title: 'Ouverture', body: 'Le dépôt de Bobo-Dioulasso est ouvert ce samedi.' };

const script = (name: string, ...args: string[]) => fork(join(import.meta.dirname, name), args);
const receive = async (child: ChildProcess) => (await once(child, 'message'))[0] as { port: number };

/** Browsers with keys of their own. */
const subscribe = (port: number, count: number) =>
  Array.from({ length: count }, () => ({
    endpoint: `https://localhost:${port}/${randomBytes(16).toString('base64url')}`,
    keys: {
      p256dh: createECDH('prime256v1').generateKeys('base64url'),
      auth: randomBytes(16).toString('base64url'),
    },
  }));

type Subscription = ReturnType<typeof subscribe>[number];

/** Milliseconds from the start of `work` to the last device's message. */
async function timeOf(service: ChildProcess, work: () => Promise<unknown>): Promise<number> {
  service.send(DEVICES);
  await receive(service);
  const startedAt = performance.now();
  const [, endedAt] = await Promise.all([work(), receive(service).then(() => performance.now())]);
  return endedAt - startedAt;
}

async function runBaseline(subscriptions: Subscription[]): Promise<void> {
  const baseline = script('push-devices-baseline.ts');
  await receive(baseline);
  baseline.send({ subscriptions, payload: JSON.stringify({ ...WORDS, path: '/notifications', tag: 'x'.repeat(32) }) });
  const [code] = (await once(baseline, 'exit')) as [number];
  if (code !== 0) throw new Error('The baseline failed');
}

/** All of one session: only whether it is open matters. */
async function addDevices(url: string, subscriptions: Subscription[], sessionKey: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('TRUNCATE push_devices, email_deliveries CASCADE');
  await client.query(
    `INSERT INTO push_devices (endpoint, p256dh, auth, user_id, session_key)
     SELECT *, $5 FROM unnest($1::text[], $2::text[], $3::text[], $4::int[])`,
    [
      subscriptions.map(({ endpoint }) => endpoint),
      subscriptions.map(({ keys }) => keys.p256dh),
      subscriptions.map(({ keys }) => keys.auth),
      subscriptions.map((_, index) => 1000 + index),
      sessionKey,
    ],
  );
  await client.end();
}

export async function pushDevices(): Promise<void> {
  const authority = new TestAuthority(mkdtempSync(join(tmpdir(), 'bench-push-')));
  const { cert, key } = authority.certify('DNS:localhost');
  const service = script('push-devices-server.ts', cert, key);
  const { port } = await receive(service);
  const subscriptions = subscribe(port, DEVICES);
  Object.assign(process.env, {
    ...{ NODE_EXTRA_CA_CERTS: authority.file, PUSH_HOSTS: `localhost:${port}`, QUIET_HOURS: '' },
  });
  const product = await startProduct('push-devices');
  const cookie = await signInAsAdmin(product);
  const [, sessionId = ''] = /=([^;]+)/.exec(cookie) ?? [];
  await addDevices(product.databases.notify, subscriptions, SessionStore.keyOf(sessionId));
  const broadcast = async () => {
    const response = await fetch(`${product.url}/api/notifications`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify({ ...WORDS, isGlobal: true }),
    });
    if (response.status !== 201) throw new Error(await response.text());
  };
  const ratios: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const baseline = await timeOf(service, () => runBaseline(subscriptions));
    const ours = await timeOf(service, broadcast);
    ratios.push(ours / baseline);
    console.log(`baseline ${(baseline / 1000).toFixed(1)} s, product ${(ours / 1000).toFixed(1)} s`);
  }
  await product.stop();
  service.disconnect();
  const ratio = ratios.toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? Number.NaN;
  console.log(`${DEVICES} devices: ratio ${ratio.toFixed(2)}, target at most ${TARGET}`);
  if (!(ratio <= TARGET)) process.exitCode = 1;
}
