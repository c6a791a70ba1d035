import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEMO_AGENT, DEMO_AGENT_PASSWORD, DEMO_CUSTOMERS } from '@fasocolis/contracts/demo';
import { ErrorSchema } from '@fasocolis/contracts/errors';
import type { Order } from '@fasocolis/contracts/orders';
import { POPUP_IMAGE_MAX_BYTES, type Popup } from '@fasocolis/contracts/popups';
import { SERVICES } from '@fasocolis/contracts/services';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { brokenForms, wordedRules } from './broken-forms.ts';
import { type CommonStack, useCommonStack } from './common-stack.ts';
import { registerNewcomer, verificationTokenOf } from './newcomer.ts';

let stack: CommonStack;
let customer: string;
let admin: string;
beforeAll(async () => {
  stack = await useCommonStack();
  customer = await signIn('client', 'Client-1234');
  admin = await signIn(stack.adminEmail, stack.adminPassword);
}, 120_000);
afterAll(() => stack?.stop());

const json = { 'content-type': 'application/json' };

async function signIn(email: string, password: string): Promise<string> {
  const body = JSON.stringify({ email, password });
  const response = await fetch(`${stack.url}/api/auth/login`, { method: 'POST', headers: json, body });
  return response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

const ROW = /^\| (API-\d+) \| (GET|POST|PATCH|DELETE) (\/api\/[^\s,.;?]+).*\| (\w+), ([a-z-]+) \|/gm;

/** The routes of the acceptance matrix with one kind of access, with the administrator as the user. */
function callsFor(access: string) {
  const matrix = readFileSync(join(import.meta.dirname, '../../docs/requirements.md'), 'utf8');
  return [...matrix.matchAll(ROW)].flatMap(([, row = '', method = '', path = '', service, rowAccess]) =>
    rowAccess === access && SERVICES.some((known) => known === service)
      ? [{ row, method, path: path.replaceAll(/\{\w+\}/g, '1') }]
      : [],
  );
}

/** The status of a request with an unparsable body. */
async function responseTo({ method, path }: { method: string; path: string }, cookie: string) {
  const body = method === 'POST' || method === 'PATCH' ? '{broken' : undefined;
  const headers = { cookie, ...(body && json) };
  const response = await fetch(`${stack.url}${path}`, { method, headers, ...(body && { body }) });
  const { message } = (await response.json()) as { message?: string };
  return [response.status, message];
}

const UNAUTHENTICATED = [401, 'Non authentifié'];

describe('the routes of the acceptance matrix', () => {
  it('for the administrator respond with 401 to visitors and 403 to customers, without reading the body [ROLE-012, API-065]', async () => {
    const calls = callsFor('admin');
    expect(calls.length).toBeGreaterThanOrEqual(15);
    for (const call of calls) {
      expect(await responseTo(call, ''), call.row).toEqual(UNAUTHENTICATED);
      expect((await responseTo(call, customer))[0], call.row).toBe(403);
    }
  });

  it('for one user respond with 401 to visitors and 403 to others [ROLE-013]', async () => {
    const calls = ['owner', 'owner-or-admin'].flatMap(callsFor);
    expect(calls.length).toBeGreaterThanOrEqual(6);
    for (const call of calls) expect(await responseTo(call, ''), call.row).toEqual(UNAUTHENTICATED);
    // The user of a seen mark is in the body, which has to be parsed first.
    for (const call of calls.filter(({ path }) => !path.endsWith('/seen'))) {
      expect(await responseTo(call, customer), call.row).toEqual([403, 'Accès refusé']);
    }
  });

  it('for signed-in users respond with 401 to visitors [ROLE-005]', async () => {
    const calls = callsFor('user');
    expect(calls.length).toBeGreaterThanOrEqual(5);
    for (const call of calls) expect(await responseTo(call, ''), call.row).toEqual(UNAUTHENTICATED);
  });
});

describe('the forms of the acceptance matrix', () => {
  it('are refused with 400 and the documented message when one field violates its rule [VAL-001, VAL-012]', async () => {
    const [{ id: customerId }] = DEMO_CUSTOMERS;
    const cookies = { visitor: '', customer, admin };
    const rules = wordedRules();
    const forms = brokenForms(customerId);
    const tried = forms.flatMap(({ broken }) => broken.map(([row]) => row));
    expect([...rules.keys()].filter((row) => !tried.includes(row))).toEqual([]);

    for (const { method, path, caller, valid, status = 200, broken } of forms) {
      const send = async (body: object) => {
        const headers = { ...json, cookie: cookies[caller] };
        const response = await fetch(`${stack.url}${path}`, { method, headers, body: JSON.stringify(body) });
        return { status: response.status, body: ErrorSchema.safeParse(await response.json()).data };
      };
      for (const [row, field, value] of broken) {
        const refused = await send({ ...valid, [field]: value });
        expect([refused.status, refused.body?.code], `${row}, ${String(value)}`).toEqual([400, 'validation']);
        const { message, errors = {} } = refused.body ?? {};
        expect(Object.keys(errors), row).toEqual([field]);
        expect(errors[field], row).toBe(message);
        expect(message, row).toBe(rules.get(row) ?? message);
      }
      const accepted = await send(valid);
      expect(accepted.status, `${method} ${path}`).toBe(status);
      expect(accepted.body?.code, `${method} ${path}`).not.toBe('validation');
    }
    const withoutToken = await fetch(`${stack.url}/api/email/verify`);
    expect([withoutToken.status, ((await withoutToken.json()) as { message?: string }).message]).toEqual([
      400,
      'Jeton de vérification manquant ou invalide',
    ]);
  });
});

/** A PNG of one pixel. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAADElEQVQImWP4Oo8bAAQqAZ85RU3SAAAAAElFTkSuQmCC',
  'base64',
);

describe('a popup with an image of two megabytes', () => {
  it('passes the gateway, and browsers may cache its image [API-063]', async () => {
    // The PNG ends before the bytes do.
    const upload = Buffer.concat([PICTURE, Buffer.alloc(POPUP_IMAGE_MAX_BYTES - PICTURE.length)]);
    const created = await fetch(`${stack.url}/api/popup-notifications`, {
      method: 'POST',
      headers: { ...json, cookie: admin },
      body: JSON.stringify({
        title: 'Promo',
        content: 'Deux mégaoctets.',
        imageUrl: `data:image/png;base64,${upload.toString('base64')}`,
        isActive: false,
      }),
    });
    expect(created.status).toBe(201);
    const { imageUrl }: Popup = await created.json();
    expect(imageUrl).toMatch(new RegExp(`^${stack.publicUrl}/api/popup-notifications/images/`));
    const address = `${stack.url}${new URL(imageUrl ?? '').pathname}`;
    const image = await fetch(address);
    expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/webp']);
    expect(image.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    const again = await fetch(address, { headers: { 'if-none-match': image.headers.get('etag') ?? '' } });
    expect(again.status).toBe(304);
  });
});

describe('a stranger who registered with the address of another person', () => {
  it('gets no parcel that an agent imports for the address, until it is verified [SEC-020]', async () => {
    const { id, email, cookie } = await registerNewcomer(stack, 'victime');
    const agent = await signIn(DEMO_AGENT.username, DEMO_AGENT_PASSWORD);
    const reference = 'FC-7VCTM234';
    const importLine = async () => {
      const body = JSON.stringify({ lines: [{ line: 2, reference, client: email }], dryRun: false });
      const headers = { ...json, cookie: agent };
      return (await fetch(`${stack.url}/api/orders/import`, { method: 'POST', headers, body })).json();
    };
    const referencesOfStranger = async () => {
      const response = await fetch(`${stack.url}/api/orders/user/${id}`, { headers: { cookie } });
      return ((await response.json()) as Order[]).map((order) => order.reference);
    };

    const message = `Adresse non vérifiée\u00a0: ${email}`;
    expect(await importLine()).toEqual([{ line: 2, outcome: 'refused', message }]);
    expect((await fetch(`${stack.url}/api/orders/${reference}`)).status).toBe(404);
    expect(await referencesOfStranger()).toEqual([]);

    const token = await verificationTokenOf(stack, email);
    expect((await fetch(`${stack.url}/api/email/verify?token=${token}`)).status).toBe(200);
    expect(await importLine()).toMatchObject([{ line: 2, outcome: 'created', order: { reference, userId: id } }]);
    expect(await referencesOfStranger()).toEqual([reference]);
  });
});
