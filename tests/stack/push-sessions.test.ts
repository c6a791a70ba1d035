import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TestAuthority } from '@fasocolis/service-kit/testing/certificates';
import { startPushService, type TestPushService } from '@fasocolis/service-kit/testing/push-service';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { codeAt } from '../../services/auth/test/authenticator-app.ts';
import { startTemporaryStack, type TemporaryStack } from './temporary-stack.ts';

const PASSWORD = 'Mangue-verte-77';
const NEXT_PASSWORD = 'Papaye-mure-88';

interface CaughtEmail {
  to: { address: string }[];
  html: string;
}

let stack: TemporaryStack;
let service: TestPushService;
let admin: string;
beforeAll(async () => {
  const authority = new TestAuthority(mkdtempSync(join(tmpdir(), 'push-sessions-')));
  service = await startPushService(authority.certify('DNS:localhost'));
  const PUSH_HOSTS = new URL(service.url).host;
  const env = { NODE_EXTRA_CA_CERTS: authority.file, PUSH_HOSTS };
  stack = await startTemporaryStack('push-sessions', { env, demoData: false, catchesEmails: true });
  admin = await signIn(stack.adminEmail, stack.adminPassword);
}, 120_000);
afterAll(async () => {
  await stack?.stop();
  await service?.close();
});

async function send(method: string, path: string, body?: object, cookie = ''): Promise<Response> {
  const response = await fetch(stack.url + path, {
    method,
    headers: { cookie, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  expect(response.status, `${method} ${path}: ${await response.clone().text()}`).toBeLessThan(300);
  return response;
}
const cookieOf = (response: Response) => response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
const signIn = async (login: string, password = PASSWORD) =>
  cookieOf(await send('POST', '/api/auth/login', { email: login, password }));

let people = 0;

/** A user with a browser that is told about the account, and another session. */
async function subscribed() {
  people += 1;
  const username = `phone${people}`;
  const email = `${username}@example.com`;
  const person = { firstName: 'Awa', lastName: 'Zongo', username, email, password: PASSWORD };
  const registered = await send('POST', '/api/auth/register', person);
  const { id } = (await registered.json()) as { id: number };
  const other = cookieOf(registered);
  const cookie = await signIn(email);
  const phone = service.addPhone();
  await send('POST', '/api/push/devices', { ...phone.subscription, references: [], account: true }, cookie);
  return { id, email, cookie, other, phone };
}
type Subscribed = Awaited<ReturnType<typeof subscribed>>;

/** The token of the newest link to a page in the emails to an address. */
const tokenFor = (address: string, page: string) =>
  vi.waitFor(
    async () => {
      const emails = (await (await fetch(`${stack.emailsUrl}/api/email`)).json()) as CaughtEmail[];
      const own = emails.filter(({ to }) => to.some((each) => each.address === address));
      const [token] = own.flatMap(({ html }) => new RegExp(`${page}\\?token=([\\w-]+)`).exec(html)?.[1] ?? []);
      if (!token) throw new Error(`no link to ${page} for ${address} yet`);
      return token;
    },
    { timeout: 20_000, interval: 100 },
  );
const reset = async (address: string) =>
  send('POST', '/api/auth/reset-password', {
    token: await tokenFor(address, 'reset-password'),
    password: NEXT_PASSWORD,
  });
const invite = (email: string) =>
  send('POST', '/api/team', { firstName: 'Awa', lastName: 'Zongo', email, city: 'Ouagadougou' }, admin);

async function restoreAddress({ id, email, cookie }: Subscribed): Promise<void> {
  await verify(email);
  await send('PATCH', `/api/users/${id}`, { email: `thief-${email}`, currentPassword: PASSWORD }, cookie);
  await send('POST', '/api/email/restore', { token: await tokenFor(email, 'annuler-changement') });
}

async function verify(email: string): Promise<void> {
  const auth = await stack.connect(stack.databases.auth);
  await auth.query('UPDATE users SET email_verified = true WHERE email = $1', [email]);
}

async function switchOnSecondFactor({ email, other }: Subscribed): Promise<void> {
  await verify(email);
  const setup = await send('POST', '/api/user/two-factor/setup', { currentPassword: PASSWORD }, other);
  const { secret } = (await setup.json()) as { secret: string };
  const code = codeAt(secret);
  await send('POST', '/api/user/two-factor/confirm', { code }, other);
}

async function expire({ id }: Subscribed): Promise<void> {
  const redis = new Redis(stack.redisUrl);
  const keys = await redis.smembers(`user-sessions:${id}`);
  await Promise.all(keys.map((key) => redis.pexpire(`session:${key}`, 1)));
  redis.disconnect();
}

async function revoke({ email, id }: Subscribed): Promise<void> {
  await invite(email);
  await reset(email);
  const cookie = await signIn(email, NEXT_PASSWORD);
  const phone = service.addPhone();
  await send('POST', '/api/push/devices', { ...phone.subscription, references: [], account: true }, cookie);
  await untilDevices(id, 1);
  await send('DELETE', `/api/team/${id}`, undefined, admin);
}

async function untilDevices(userId: number, count: number, timeout = 5000): Promise<void> {
  const notify = await stack.connect(stack.databases.notify);
  const devices = () => notify.query('SELECT FROM push_devices WHERE user_id = $1', [userId]);
  await vi.waitFor(async () => expect((await devices()).rows).toHaveLength(count), { timeout, interval: 50 });
}

const WAYS: [string, (person: Subscribed) => Promise<unknown>][] = [
  ['signs out', ({ cookie }) => send('POST', '/api/auth/logout', undefined, cookie)],
  [
    'is signed out elsewhere',
    async ({ other }) => {
      const list = (await (await send('GET', '/api/user/sessions', undefined, other)).json()) as {
        id: string;
        isCurrent: boolean;
      }[];
      const { id = '' } = list.find(({ isCurrent }) => !isCurrent) ?? {};
      await send('DELETE', `/api/user/sessions/${encodeURIComponent(id)}`, undefined, other);
    },
  ],
  [
    'changes the password elsewhere',
    ({ id, other }) =>
      send('PATCH', `/api/users/${id}/password`, { currentPassword: PASSWORD, newPassword: NEXT_PASSWORD }, other),
  ],
  [
    'resets the password',
    async ({ email }) => {
      await send('POST', '/api/auth/forgot-password', { email });
      await reset(email);
    },
  ],
  ['restores the address', restoreAddress],
  ['switches the second factor on elsewhere', switchOnSecondFactor],
  [
    'accepts an invitation to the team',
    async ({ email }) => {
      await invite(email);
      await reset(email);
    },
  ],
  ['is revoked as an agent', revoke],
  [
    'signs in twenty times more',
    async ({ email }) => {
      for (let count = 0; count < 20; count += 1) await signIn(email);
    },
  ],
  ['does not come back for a month', expire],
];

it.each(WAYS)(
  'a phone loses the account of a user who %s within 5 s, and gets nothing more [SEC-023]',
  async (_what, end) => {
    const person = await subscribed();
    await end(person);
    await untilDevices(person.id, 0);
    await send('POST', '/api/notifications', { title: 'Secret', body: 'Pour Awa', targetUserId: person.id }, admin);
    const notify = await stack.connect(stack.databases.notify);
    const { rows } = await notify.query(
      `SELECT FROM email_deliveries JOIN notifications n ON n.id = notification_id
     WHERE channel = 'push' AND target_user_id = $1`,
      [person.id],
    );
    expect([rows, person.phone.received]).toEqual([[], []]);
  },
);

it('a phone loses the account of a session that ends while notify-worker is down, before it gets anything [SEC-023]', async () => {
  const person = await subscribed();
  await stack.kill('notify-worker', 'SIGKILL');
  await send('POST', '/api/auth/logout', undefined, person.cookie);
  await send('POST', '/api/notifications', { title: 'Secret', body: 'Pour Awa', targetUserId: person.id }, admin);
  const notify = await stack.connect(stack.databases.notify);
  const statesLeft = async () => {
    const { rows } = await notify.query<{ state: string }>(
      `SELECT state FROM email_deliveries JOIN notifications n ON n.id = notification_id
       WHERE channel = 'push' AND target_user_id = $1 AND state <> 'dropped'`,
      [person.id],
    );
    return rows.map(({ state }) => state);
  };
  expect(await statesLeft()).toEqual(['pending']);
  await stack.restart('notify-worker');
  await untilDevices(person.id, 0, 30_000);
  // The delivery is dropped, or deleted with the device, which follows no parcel.
  await vi.waitFor(async () => expect(await statesLeft()).toEqual([]), { timeout: 20_000, interval: 100 });
  expect(person.phone.received).toEqual([]);
}, 60_000);
