import type { Identity } from '@fasocolis/service-kit/auth/identity';
import { asAdmin, asAgent, asUser, call } from '@fasocolis/service-kit/testing/harness';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pruneLinks } from '../src/sign-in-links/sign-in-link-service.ts';
import { type Auth, startAuth } from './helpers.ts';

let auth: Auth;
beforeAll(async () => {
  auth = await startAuth();
});
afterAll(() => auth.close());

const INVALID = 'Ce lien est expiré ou a déjà servi. Demandez-nous-en un autre.';
const VISITOR: Identity = { kind: 'anonymous' };

let numbers = 0;
function nextNumber() {
  numbers += 1;
  return `+22675${String(160_000 + numbers).padStart(6, '0')}`;
}

const post = (url: string, payload: object, identity: Identity = VISITOR) =>
  call(auth.app, { method: 'POST', url, payload }, identity);
const make = (payload: object, identity: Identity = asAgent(9)) => post('/api/sign-in-links', payload, identity);

/** The token of a link to a number. */
async function linkTo(phone: string, name: string | null = 'Mme TRAORE Awa') {
  const response = await make({ phone, name });
  expect(response.statusCode, response.body).toBe(201);
  return new URL(response.json<{ url: string }>().url).hash.slice(1);
}
const purposeOf = (token: string, identity?: Identity) => post('/api/sign-in-links/purpose', { token }, identity);
const use = (token: string, names: object = {}, identity?: Identity) =>
  post('/api/auth/link', { token, ...names }, identity);

const userOf = (id: number) => auth.database.user.findUniqueOrThrow({ where: { id } });

describe('a link that staff sends', () => {
  it('says whom it signs in without being used up, and signs in at a click, once [TEL-004]', async () => {
    const phone = nextNumber();
    const { id } = (await use(await linkTo(phone))).json<{ id: number }>();
    const token = await linkTo(phone);
    expect(token).toMatch(/^[\w-]{43}$/);
    const expected = { purpose: 'sign-in', firstName: 'Awa', namesNeeded: false };
    // As a preview robot that runs scripts, several times.
    for (let visit = 0; visit < 3; visit += 1) expect((await purposeOf(token)).json()).toEqual(expected);
    const response = await use(token);
    expect(response.json()).toMatchObject({ id, phoneVerified: true });
    expect(response.cookies.map(({ name }) => name)).toContain('fasocolis');
    expect([(await use(token)).statusCode, (await purposeOf(token)).json().message]).toEqual([400, INVALID]);
  });

  it('makes the account of a recipient who has none, with the names that staff knows [TEL-004]', async () => {
    const phone = nextNumber();
    const token = await linkTo(phone);
    expect((await purposeOf(token)).json()).toMatchObject({ purpose: 'registration', firstName: 'Awa' });
    expect((await use(token)).json()).toMatchObject({
      ...{ firstName: 'Awa', lastName: 'TRAORE', email: null, phone: `+226 ${phone.slice(4)}`, phoneVerified: true },
    });
  });

  it('asks for the names that staff does not know', async () => {
    const token = await linkTo(nextNumber(), null);
    expect((await purposeOf(token)).json()).toMatchObject({ purpose: 'registration', namesNeeded: true });
    expect((await use(token)).statusCode).toBe(400);
    const names = { firstName: 'Issa', lastName: 'Sanou' };
    expect((await use(token, names)).json()).toMatchObject(names);
  });

  it('signs in once when it is used twenty times at once [TEL-004]', async () => {
    const token = await linkTo(nextNumber());
    const responses = await Promise.all(Array.from({ length: 20 }, () => use(token)));
    expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(
      await auth.database.user.count({ where: { id: responses.find((each) => each.statusCode === 200)?.json().id } }),
    ).toBe(1);
  });

  it('is valid for 24 hours, and until the next one to the same number [TEL-004]', async () => {
    const phone = nextNumber();
    const [former, token] = [await linkTo(phone), await linkTo(phone)];
    expect((await use(former)).statusCode).toBe(400);
    const [row] = await auth.database.signInLink.findMany({ where: { phone } });
    const lifetime = (row?.expiresAt.getTime() ?? 0) - Date.now();
    expect(lifetime / 3_600_000).toBeCloseTo(24, 1);
    await auth.database.signInLink.updateMany({ where: { phone }, data: { expiresAt: new Date(Date.now() - 1) } });
    expect((await use(token)).json().message).toBe(INVALID);
  });

  it('gives a stranger who claims the number nothing, and its owner an account of their own [TEL-002]', async () => {
    const phone = nextNumber();
    const attacker = await auth.createUser({ phone: phone.replace('+226', '+226 '), emailVerified: true });
    const { id } = (await use(await linkTo(phone))).json<{ id: number }>();
    expect(id).not.toBe(attacker.id);
    expect(await userOf(attacker.id)).toMatchObject({ verifiedPhone: null });
  });

  it('verifies the number of the user who is signed in where it is opened [TEL-002, TEL-004]', async () => {
    const phone = nextNumber();
    const user = await auth.createUser({ phone: phone.replace('+226', '+226 ') });
    const token = await linkTo(phone);
    expect((await purposeOf(token, asUser(user.id))).json()).toMatchObject({ purpose: 'verification' });
    expect((await use(token, {}, asUser(user.id))).json()).toMatchObject({ id: user.id, phoneVerified: true });
  });

  it('is followed by the second factor where it is switched on', async () => {
    const phone = nextNumber();
    const { id } = (await use(await linkTo(phone))).json<{ id: number }>();
    await auth.database.user.update({ where: { id }, data: { secondFactorSince: new Date() } });
    const response = await use(await linkTo(phone));
    expect([response.statusCode, response.json()]).toEqual([202, { secondStep: true }]);
  });

  it('is not for the accounts of staff [TEL-004]', async () => {
    const phone = nextNumber();
    const { id } = (await use(await linkTo(phone))).json<{ id: number }>();
    const token = await linkTo(phone);
    await auth.database.user.update({ where: { id }, data: { isAgent: true } });
    expect((await use(token)).statusCode).toBe(401);
    expect((await make({ phone })).statusCode).toBe(409);
  });

  it('is made by staff alone, for numbers that can be called', async () => {
    expect((await make({ phone: nextNumber() }, asUser(3))).statusCode).toBe(403);
    expect((await make({ phone: nextNumber() }, VISITOR)).statusCode).toBe(401);
    expect((await make({ phone: '70 12' })).json().errors.phone).toMatch(/^Ce numéro semble incomplet/);
  });

  it('is in the change log with its author, without the number [TEL-004]', async () => {
    const phone = nextNumber();
    await make({ phone }, asAgent(7));
    const log = await call(auth.app, { url: '/api/account-changes' }, asAdmin());
    expect(log.json()[0]).toMatchObject({
      ...{ subject: 'sign-in-link', action: 'created', userId: 7, name: `Numéro en •••${phone.slice(-4)}` },
    });
    expect(log.body).not.toContain(phone.slice(1));
  });

  it('is deleted a day after its time', async () => {
    const phone = nextNumber();
    await linkTo(phone);
    await auth.database.signInLink.updateMany({
      where: { phone },
      data: { expiresAt: new Date(Date.now() - 90_000_000) },
    });
    await pruneLinks(auth.database);
    expect(await auth.database.signInLink.count({ where: { phone } })).toBe(0);
  });
});
