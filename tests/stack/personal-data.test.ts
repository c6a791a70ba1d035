import { createECDH } from 'node:crypto';
import { join } from 'node:path';
import type { Order } from '@fasocolis/contracts/orders';
import type { PersonalData } from '@fasocolis/contracts/personal-data';
import type { Popup } from '@fasocolis/contracts/popups';
import { SERVICES, type ServiceName } from '@fasocolis/contracts/services';
import { readMigrations } from '@fasocolis/service-kit/data/migrate';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { keepTombstones, readTombstones } from '../../infra/operator/src/tombstones.ts';
import { type CommonStack, useCommonStack } from './common-stack.ts';

const BOTH = 'exported, and deleted with the account';
/** Columns whose name says that they are about a user, and what becomes of them. A new one fails until it is here. */
const COVERED: Record<string, string> = {
  'auth.users.username': BOTH,
  'auth.users.username_key': 'derived from username',
  'auth.users.email': BOTH,
  'auth.users.email_key': 'derived from email',
  'auth.users.email_verified': BOTH,
  'auth.users.first_name': BOTH,
  'auth.users.last_name': BOTH,
  'auth.users.phone': BOTH,
  'auth.users.verified_phone': 'derived from phone',
  'auth.users.phone_verified_at': BOTH,
  'auth.users.provider': BOTH,
  'auth.users.provider_id': BOTH,
  'auth.users.notify_by_email': BOTH,
  'auth.social_identities.user_id': BOTH,
  'auth.social_identities.provider': BOTH,
  'auth.user_tokens.user_id': BOTH,
  'auth.user_tokens.email': BOTH,
  'auth.user_tokens.email_key': 'derived from email',
  'auth.user_tokens.provider': BOTH,
  'auth.second_factors.user_id': 'deleted with the account; the export has the date, not the secret',
  'auth.recovery_codes.user_id': 'deleted with the account; the export has their number, not the hashes',
  'auth.former_agents.user_id': 'the names of agents are kept for the change logs (TEAM-004)',
  'auth.former_agents.first_name': 'the names of agents are kept for the change logs (TEAM-004)',
  'auth.former_agents.last_name': 'the names of agents are kept for the change logs (TEAM-004)',
  'auth.changes.user_id': 'exported; the number of the staff member, kept (DOSS-008)',
  'auth.audit_events.user_id': 'exported; the number of the account, deleted after 12 months (OPS-002)',
  'auth.sign_in_links.phone': 'deleted a day after the link has ended',
  'auth.deleted_accounts.user_id': 'a tombstone: it is what deletes the account again after a restore',
  'auth.idempotent_requests.user_id': 'of staff who create records; deleted after a day',
  'orders.idempotent_requests.user_id': 'of staff who create records; deleted after a day',
  'orders.orders.user_id': BOTH,
  'orders.orders.recipient_name': BOTH,
  'orders.orders.recipient_phone': BOTH,
  'orders.orders.recipient_consent': BOTH,
  'orders.orders.recipient_search': 'derived from recipient_name and recipient_phone',
  'orders.account_numbers.user_id': 'kept without the number, so that late events store none',
  'orders.account_numbers.phone': 'deleted with the account; the export of auth has the number',
  'orders.saved_orders.user_id': BOTH,
  'orders.order_events.user_id': 'exported; the number of the staff member, kept as the change log is',
  'orders.order_events.withdrawn_by': 'exported; the number of the staff member, kept as the change log is',
  'orders.report_days.user_id': 'counts by the number of the staff member, kept as the events are, which are exported',
  'orders.piece_steps.user_id': 'the number of the staff member, kept as the change log is; the scans are exported',
  'orders.consignment_orders.user_id': 'exported; the number of the staff member, kept as the change log is',
  'orders.milestones.withdrawn_by': 'exported; the number of the staff member, kept as the change log is',
  'orders.milestones.user_id': 'exported; the number of the staff member, kept as the change log is',
  'orders.reception_photos.user_id': 'the number of the staff member, deleted with the photo; the scans are exported',
  'orders.claims.user_id': BOTH,
  'orders.claims.settled_by': 'the number of the staff member, deleted with the claim; the change log has the same',
  'orders.order_problems.user_id': 'exported; the number of the staff member, kept as the change log is',
  'orders.order_problems.closed_by': 'exported; the number of the staff member, kept as the change log is',
  'orders.handovers.user_id': 'exported; the number of the staff member, kept until the order is deleted',
  'orders.handovers.receiver_name': BOTH,
  'orders.payments.payer_name': BOTH,
  'orders.scans.user_id': 'exported; the number of the staff member, kept as the change log is',
  'orders.charges.user_id': 'exported; the number of the staff member, kept as the change log is',
  'orders.charges.cancelled_by': 'exported; the number of the staff member, kept as the change log is',
  'orders.payments.user_id': 'exported; the number of the staff member, kept as the change log is',
  'orders.payments.cancelled_by': 'exported; the number of the staff member, kept as the change log is',
  'orders.payment_reports.settled_by': 'exported; the number of the staff member, kept as the change log is',
  'orders.credit_customers.user_id': BOTH,
  'orders.credit_customers.granted_by': 'the number of the administrator, deleted with the credit',
  'orders.changes.user_id': 'exported; the number of the staff member, kept (DOSS-008)',
  'notify.idempotent_requests.user_id': 'of staff who create records; deleted after a day',
  'notify.notifications.author_id': 'the number of the staff member, kept with what was sent',
  'notify.notifications.by_email': 'whether a broadcast went by e-mail too',
  'notify.notifications.awaits_phone': 'deleted with the notification: whether its user is still to be told by phone',
  'notify.notifications.target_user_id': BOTH,
  'notify.read_receipts.user_id': BOTH,
  'notify.people_to_tell.phone': BOTH,
  'notify.people_to_tell.told_by': 'exported; the number of the staff member, kept for 90 days',
  'notify.whatsapp_contacts.phone':
    'of the sender, which nobody has verified to be a user: deleted a year after the last message, or when it resumes',
  'notify.whatsapp_contacts.stopped_by': 'exported; the number of the staff member, kept while the number is stopped',
  'notify.whatsapp_follows.phone': 'as whatsapp_contacts.phone',
  'notify.whatsapp_messages.phone': 'as whatsapp_contacts.phone',
  'notify.changes_to_tell.user_id': BOTH,
  'notify.changes_to_tell.owner_user_id': BOTH,
  'notify.popup_seen.user_id': BOTH,
  'notify.email_deliveries.user_id': BOTH,
  'notify.email_deliveries.recipient': BOTH,
  'notify.push_devices.user_id': BOTH,
  'notify.push_devices.former_user_id': 'deleted; the account that a device had until its session ended',
  'notify.email_batches.after_user_id': 'how far a broadcast has come; gone when it has reached all',
  'notify.deleted_users.user_id': 'keeps late events from storing data of the deleted account',
  'catalog.changes.user_id': 'the number of the staff member, kept (DOSS-008)',
  'notify.changes.user_id': 'the number of the staff member, kept (DOSS-008)',
  'catalog.idempotent_requests.user_id': 'of staff who create records; deleted after a day',
  'content.contact_messages.first_name': BOTH,
  'content.contact_messages.last_name': BOTH,
  'content.contact_messages.email': BOTH,
  'content.contact_messages.phone': BOTH,
  'content.changes.user_id': 'exported; the number of the staff member, kept (DOSS-008)',
};
const ABOUT_USERS = 'user_id|email|recipient|phone|username|(first|last|receiver|payer)_name|provider|_by$|author_id';

/** A PNG of one green pixel. */
const PHOTO =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

let stack: CommonStack;
beforeAll(async () => {
  stack = await useCommonStack();
}, 120_000);
afterAll(() => stack?.stop());

async function query<Row extends object>(service: ServiceName, sql: string, values: unknown[] = []): Promise<Row[]> {
  const client = await connections.get(service);
  if (client) return (await client.query<Row>(sql, values)).rows;
  connections.set(service, stack.connect(stack.databases[service]));
  return query(service, sql, values);
}
const connections = new Map<ServiceName, ReturnType<CommonStack['connect']>>();

const columnsOf = (service: ServiceName, pattern: string) =>
  query<{ table: string; column: string }>(
    service,
    `SELECT table_name AS table, column_name AS column FROM information_schema.columns
     WHERE table_schema = current_schema() AND column_name ~ $1`,
    [pattern],
  );

function send(method: string, path: string, cookie = '', body?: object): Promise<Response> {
  const headers = { cookie, ...(body && { 'content-type': 'application/json' }) };
  return fetch(`${stack.url}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
}
async function created<T = unknown>(path: string, cookie: string, body: object): Promise<T> {
  const response = await send('POST', path, cookie, body);
  expect([200, 201], path).toContain(response.status);
  return response.json() as Promise<T>;
}
const cookieOf = (response: Response) => response.headers.getSetCookie()[0]?.split(';')[0] ?? '';

const emailsTo = async (address: string) =>
  ((await (await fetch(`${stack.emailsUrl}/api/email`)).json()) as { subject: string; to: { address: string }[] }[])
    .filter((email) => email.to.some((to) => to.address === address))
    .map(({ subject }) => subject);

async function register() {
  // In lower case, as keys and search texts have it too.
  const mark = `mark${crypto.randomUUID().slice(0, 8)}`;
  const account = { firstName: 'Awa', lastName: mark, username: mark, email: `${mark}@example.com` };
  const response = await send('POST', '/api/auth/register', '', { ...account, password: 'Colis-1234' });
  expect(response.status).toBe(201);
  const { id } = (await response.json()) as { id: number };
  await query('auth', 'UPDATE users SET email_verified = true WHERE id = $1', [id]);
  return { id, mark, email: account.email, cookie: cookieOf(response) };
}

/** A user who has left a trace in every table that can hold one. */
async function userWithTraces() {
  const { adminEmail: email, adminPassword: password } = stack;
  const admin = cookieOf(await send('POST', '/api/auth/login', '', { email, password }));
  const user = await register();
  const { id, mark, cookie } = user;
  await query('auth', "INSERT INTO social_identities VALUES ('google', $1, $2)", [mark, id]);
  const reference = `DATA-${id}`;
  const recipient = { recipientName: mark, recipientPhone: '+22670998877' };
  const order = await created<Order>('/api/orders', admin, { reference, userId: id, ...recipient });
  expect((await send('PATCH', `/api/orders/${order.id}`, admin, { status: 'IN_TRANSIT' })).status).toBe(200);
  await created(`/api/ledgers/${order.id}/charges`, admin, { kind: 'freight', amount: 10_000 });
  const payment = { method: 'wave', amount: 1000, payerName: mark };
  const ofOrder = { transactionReference: `PAID-${id}`, orderIds: [order.id] };
  await created('/api/payments', admin, { ...payment, ...ofOrder, id: crypto.randomUUID() });
  const report = { id: crypto.randomUUID(), method: 'wave', transactionReference: `SAID-${id}`, amount: 1000 };
  await created(`/api/ledgers/${order.id}/reports`, cookie, report);
  await created(`/api/payment-reports/${report.id}/refuse`, admin, { reason: `Demandez à ${mark}` });
  expect((await send('PATCH', `/api/credits/${id}`, admin, { hasCredit: true })).status).toBe(200);
  await created('/api/orders/save', cookie, { orderId: order.id, reference });
  const number = `YT${Date.now()}${id}`;
  const at = new Date().toISOString();
  const scans = [
    { id: crypto.randomUUID(), mode: 'receive', reference, at, carton: { photos: [PHOTO] } },
    { id: crypto.randomUUID(), mode: 'receive', reference: number, at },
  ];
  await created('/api/scans', admin, { scans });
  const claim = { id: crypto.randomUUID(), number, text: `Les chaussures de ${mark}`, photo: PHOTO };
  await created('/api/claims', cookie, claim);
  const personal = { body: `Bienvenue ${mark}.`, isGlobal: false, targetUserId: id };
  for (const message of [personal, { body: 'Bienvenue à tous.' }]) {
    await created('/api/notifications', admin, { title: 'Bonjour', ...message });
  }
  const popup = await created<Popup>('/api/popup-notifications', admin, {
    title: 'Promo',
    content: 'Fret.',
    showOnce: true,
  });
  await created(`/api/popup-notifications/${popup.id}/seen`, cookie, { userId: id });
  const notifications = (await (await send('GET', `/api/notifications/user/${id}`, cookie)).json()) as { id: number }[];
  for (const each of notifications) await send('PATCH', `/api/notifications/${each.id}/read`, cookie, {});
  const letter = { firstName: 'Awa', lastName: mark, email: user.email.toUpperCase(), subject: 'Question' };
  await created('/api/contact-messages', '', { ...letter, message: `Où est mon colis, demande ${mark} ?` });
  const keys = { p256dh: createECDH('prime256v1').generateKeys('base64url'), auth: 'A'.repeat(22) };
  const device = {
    endpoint: `https://invalid.fcm.googleapis.com/${mark}`,
    keys,
    references: [reference],
    account: true,
  };
  await created('/api/push/devices', cookie, device);
  await vi.waitFor(async () => expect((await emailsTo(user.email)).length).toBeGreaterThan(1), {
    timeout: 20_000,
    interval: 200,
  });
  return user;
}

/** Where something of the user still is. */
async function tracesOf({ id, mark }: { id: number; mark: string }): Promise<string[]> {
  const found: string[] = [];
  for (const service of SERVICES) {
    const tables = await query<{ name: string }>(
      service,
      'SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()',
    );
    for (const { name } of tables) {
      const [row] = await query<{ count: number }>(
        service,
        `SELECT count(*)::int AS count FROM "${name}" AS whole WHERE lower(whole::text) LIKE '%' || $1 || '%'`,
        [mark],
      );
      if (row?.count) found.push(`${service}.${name}`);
    }
    for (const { table, column } of await columnsOf(service, 'user_id$')) {
      const [row] = await query<{ count: number }>(
        service,
        `SELECT count(*)::int AS count FROM "${table}" WHERE "${column}" = $1`,
        [id],
      );
      if (row?.count) found.push(`${service}.${table}.${column}`);
    }
  }
  return found;
}

describe('the personal data of a user', () => {
  it('have no column that the export and the deletion do not know [SEC-014]', async () => {
    const found: string[] = [];
    for (const service of SERVICES) {
      for (const { table, column } of await columnsOf(service, ABOUT_USERS))
        found.push(`${service}.${table}.${column}`);
    }
    expect(found.toSorted()).toEqual(Object.keys(COVERED).toSorted());
    // The catalog stores only who of staff changed a product, and is not part of the export.
    expect(found.filter((name) => name.startsWith('catalog.')).toSorted()).toEqual([
      'catalog.changes.user_id',
      'catalog.idempotent_requests.user_id',
    ]);
  });

  it('are downloaded from all services in one file, and gone from all within five seconds of the deletion [SEC-014]', async () => {
    const user = await userWithTraces();
    await vi.waitFor(
      async () => expect(await query('auth', 'SELECT FROM audit_events WHERE user_id = $1', [user.id])).not.toEqual([]),
      10_000,
    );
    const response = await send('POST', '/api/user/export', user.cookie, {});
    expect(response.status).toBe(200);
    const data = (await response.json()) as PersonalData;
    const empty = Object.keys(data).filter((title) => Array.isArray(data[title]) && data[title].length === 0);
    // Only staff makes these.
    expect(empty).toEqual([
      'Comptes que vous avez modifiés',
      'Entrées faites par vous dans des dossiers',
      'Modifications faites par vous dans les colis',
      'Votre travail dans les expéditions',
      'Personnes que vous avez prévenues par WhatsApp',
      'Personnes que vous avez notées comme à ne plus prévenir',
      'Réglages du site que vous avez modifiés',
    ]);
    expect(data['Vos colis']).toMatchObject([{ 'Nom du destinataire': user.mark }]);
    expect(data['Messages du formulaire de contact']).toHaveLength(1);

    expect((await send('POST', '/api/user/deletion', user.cookie, {})).status).toBe(200);
    expect((await send('GET', '/api/user', user.cookie)).status).toBe(401);
    await vi.waitFor(
      async () => {
        const left = [
          'auth.audit_events.user_id',
          'auth.deleted_accounts.user_id',
          'notify.deleted_users.user_id',
          'orders.account_numbers.user_id',
        ];
        expect((await tracesOf(user)).toSorted()).toEqual(left);
      },
      { timeout: 5000, interval: 100 },
    );
    expect(await emailsTo(user.email)).toContain('Votre compte est supprimé');
  }, 60_000);

  it('are deleted again when auth starts on a backup that has them, even one from before tombstones [SEC-014]', async () => {
    const { id, cookie } = await register();
    const [{ row } = { row: '' }] = await query<{ row: string }>(
      'auth',
      'SELECT to_jsonb(users)::text AS row FROM users WHERE id = $1',
      [id],
    );
    expect((await send('POST', '/api/user/deletion', cookie, {})).status).toBe(200);
    const tombstones = await readTombstones(stack.databases.auth);
    expect(tombstones.map(({ userId }) => userId)).toContain(id);

    await stack.kill('auth');
    const migrations = await readMigrations(join(import.meta.dirname, '../../services/auth/prisma/migrations'));
    await query('auth', 'DROP TABLE deleted_accounts');
    await query('auth', `BEGIN; ${keepTombstones(tombstones, migrations)} COMMIT`);
    await query('auth', 'INSERT INTO users SELECT * FROM jsonb_populate_record(NULL::users, $1::jsonb)', [row]);
    await query(
      'orders',
      "INSERT INTO orders (reference, reference_key, status, user_id) VALUES ('BACK', 'BACK', 'ARRIVED', $1)",
      [id],
    );
    expect(await readTombstones(stack.databases.auth)).toEqual(tombstones);
    await stack.restart('auth');
    const counts = async () => [
      ...(await query('auth', 'SELECT FROM users WHERE id = $1', [id])),
      ...(await query('orders', 'SELECT FROM orders WHERE user_id = $1', [id])),
    ];
    await vi.waitFor(async () => expect(await counts()).toEqual([]), { timeout: 20_000, interval: 100 });
  }, 60_000);

  it('are not downloaded in part while a service is down [SEC-014]', async () => {
    const { cookie } = await register();
    await stack.kill('content');
    const response = await send('POST', '/api/user/export', cookie, {});
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({ message: expect.stringContaining('Votre fichier serait incomplet') });
    await stack.restart('content');
    await vi.waitFor(async () => expect((await send('POST', '/api/user/export', cookie, {})).status).toBe(200), 20_000);
  }, 60_000);
});
