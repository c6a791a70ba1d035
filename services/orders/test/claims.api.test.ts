import { randomUUID } from 'node:crypto';
import { type Claim, OPEN_CLAIMS, type StaffClaim } from '@fasocolis/contracts/claims';
import { ANONYMOUS, type Identity } from '@fasocolis/service-kit/auth/identity';
import { UNKNOWN_REFERENCES_HEADER } from '@fasocolis/service-kit/http/unknown-references';
import { asAdmin, asAgent, asUser, call } from '@fasocolis/service-kit/testing/harness';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventHandlers } from '../src/event-handlers.ts';
import { readOrderData } from '../src/personal-data/order-data.ts';
import { KnownStatuses } from '../src/shared/known-statuses.ts';
import { type Orders, startOrders } from './helpers.ts';
import { newNumber, newPhoto, receivingCalls } from './receiving-helpers.ts';

let orders: Orders;
let staff: ReturnType<typeof receivingCalls>;
let photo: string;
beforeAll(async () => {
  orders = await startOrders();
  await orders.seedMilestoneDefinitions();
  staff = receivingCalls(orders);
  photo = await newPhoto('green', 80);
});
afterAll(() => orders.close());

/** An unnamed parcel. */
async function received() {
  const number = newNumber();
  const { orderId = 0 } = await staff.receive(number);
  return { number, orderId };
}
const lookUp = (number: string, as: Identity = asUser(2)) =>
  call(orders.app, { url: `/api/unnamed-parcels/${number}` }, as);
const newClaim = (number: string) => ({ id: randomUUID(), number, text: 'Vingt paires de chaussures', photo });
const claim = (body: object, as: Identity = asUser(2)) =>
  call(orders.app, { method: 'POST', url: '/api/claims', payload: body }, as);
const settle = (id: string, step: 'accept' | 'refuse', body: object = {}, as: Identity = asAgent(9)) =>
  call(
    orders.app,
    { method: 'POST', url: `/api/claims/${id}/${step}`, ...(step === 'refuse' && { payload: body }) },
    as,
  );
const listed = async (orderId: number) => {
  const query = { filter: JSON.stringify({ orderId, open: true }) };
  return (await call(orders.app, { url: '/api/claims', query }, asAgent(9))).json<StaffClaim[]>();
};

describe('an unnamed parcel', () => {
  it('is found by a signed-in customer under its full courier number, and by nobody else [INT-006]', async () => {
    const { number } = await received();
    expect((await lookUp(number.toLowerCase())).json()).toEqual({ number, claim: null });
    expect((await lookUp(number, ANONYMOUS)).statusCode).toBe(401);
    expect((await call(orders.app, { url: `/api/orders/${number}` })).statusCode).toBe(404);
    for (const as of [asAgent(9), asAdmin()]) expect((await lookUp(number, as)).statusCode).toBe(404);
    const owned = await orders.createOrder({ userId: 3 });
    for (const text of [number.slice(0, -1), number.slice(2), `colis ${number}`, owned.reference]) {
      const response = await lookUp(encodeURIComponent(text));
      expect(response.statusCode, text).toBe(404);
      // Misses count for the limit of guesses (SEC-025).
      expect(response.headers, text).toHaveProperty(UNKNOWN_REFERENCES_HEADER);
    }
    const missed = await claim(newClaim(newNumber()));
    expect(missed.statusCode).toBe(404);
    expect(missed.headers).toHaveProperty(UNKNOWN_REFERENCES_HEADER);
  });

  it.each([
    ['archived', { archivedAt: new Date() }],
    ['at its end', { status: 'DELIVERED' }],
    ['named by a phone number', { recipientPhone: '+22670123456' }],
    ['that of a customer', { userId: 3 }],
  ])('is not found once it is %s', async (_what, data) => {
    const { number, orderId } = await received();
    await orders.database.order.update({ where: { id: orderId }, data });
    expect((await lookUp(number)).statusCode).toBe(404);
    expect((await claim(newClaim(number))).statusCode).toBe(404);
  });

  it('is not found by a former reference, which is no courier number', async () => {
    const { id, reference: former } = await orders.createOrder();
    await staff.receive(former);
    const payload = { reference: orders.newReference() };
    await call(orders.app, { method: 'PATCH', url: `/api/orders/${id}`, payload }, asAgent(9));
    expect((await lookUp(former)).statusCode).toBe(404);
  });

  it('is found under its reference where that is a courier number, as in the list of a supplier [INT-006]', async () => {
    const number = newNumber();
    const { id } = await orders.createOrder({ reference: number });
    expect((await lookUp(number)).statusCode).toBe(404);
    await staff.receive(number);
    expect((await lookUp(number.toLowerCase())).json()).toEqual({ number, claim: null });
    expect((await claim(newClaim(number))).statusCode).toBe(201);
    expect(await listed(id)).toHaveLength(1);
  });

  it('is claimed with a picture and a sentence, once, and both claims are shown to staff [INT-006]', async () => {
    const { number, orderId } = await received();
    const first = newClaim(number);
    const responses = await Promise.all(Array.from({ length: 4 }, () => claim(first)));
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201, 201]);
    expect((await claim(newClaim(number))).statusCode).toBe(409);
    expect((await claim(newClaim(number), asUser(3))).statusCode).toBe(201);
    expect(await listed(orderId)).toMatchObject([
      { userId: 2, state: 'open', text: first.text },
      { userId: 3, state: 'open' },
    ]);
    expect((await lookUp(number)).json()).toMatchObject({ claim: { id: first.id, state: 'open' } });
    const shown = await call(orders.app, { url: `/api/claims/${first.id}/photo` }, asAgent(9));
    expect(await sharp(shown.rawPayload).metadata()).toMatchObject({ format: 'webp' });
    for (const url of [`/api/claims/${first.id}/photo`, '/api/claims']) {
      expect((await call(orders.app, { url }, asUser(2))).statusCode).toBe(403);
    }
  });

  it('is claimed with one photo of a customer at a time, so that no customer holds back the photos of staff', async () => {
    const { number } = await received();
    const photos = await Promise.all(['green', 'red'].map((color) => newPhoto(color, 3000)));
    const claims = photos.map((each) => claim({ ...newClaim(number), photo: each }));
    const ofAnother = claim({ ...newClaim(number), photo: photos[1] }, asUser(3));
    expect((await Promise.all(claims)).map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      201, 429,
    ]);
    expect((await ofAnother).statusCode).toBe(201);
  });

  it('is not claimed silently with the former text or picture when an id is sent again with others', async () => {
    const { number, orderId } = await received();
    const first = newClaim(number);
    await claim(first);
    const [text, photo] = ['Une tout autre paire', await newPhoto('red', 80)];
    for (const changed of [
      { ...first, text },
      { ...first, photo },
    ]) {
      const refused = await claim(changed);
      expect(refused.statusCode, refused.body).toBe(409);
      expect(refused.json().message).toContain('Rechargez la page');
    }
    expect(await listed(orderId)).toMatchObject([{ id: first.id, text: first.text }]);
    const { number: another } = await received();
    expect((await claim({ ...first, number: another })).statusCode).toBe(409);
  });

  it('becomes that of the customer whose claim staff accepts, which refuses the others [INT-006]', async () => {
    const { number, orderId } = await received();
    const [theirs, ours] = [newClaim(number), newClaim(number)];
    await claim(theirs, asUser(3));
    await claim(ours);
    expect((await settle(ours.id, 'accept', {}, asUser(2))).statusCode).toBe(403);
    expect((await settle(ours.id, 'accept')).json<StaffClaim>()).toMatchObject({ state: 'accepted', orderId });
    expect(await staff.find(number)).toMatchObject({ userId: 2 });
    expect(await listed(orderId)).toEqual([]);
    for (const step of ['accept', 'refuse'] as const) {
      expect((await settle(theirs.id, step, { reason: 'Trop tard' })).statusCode).toBe(409);
    }
    // It is the owner's now.
    expect((await call(orders.app, { url: `/api/orders/${number}` }, asUser(2))).json()).toMatchObject({ id: orderId });
    expect((await lookUp(number, asUser(3))).statusCode).toBe(404);
    expect((await staff.logOf(orderId)).at(-1)).toMatchObject({
      userId: 9,
      after: { userId: 2, claim: 'Demande acceptée' },
    });
    const removal = await call(orders.app, { method: 'DELETE', url: `/api/orders/${orderId}` }, asAdmin());
    expect(removal.statusCode).toBe(409);
  });

  it('stays unnamed after a refusal, whose reason the customer reads before claiming again [INT-006]', async () => {
    const { number, orderId } = await received();
    const first = newClaim(number);
    await claim(first);
    expect((await settle(first.id, 'refuse', { reason: ' ' })).json().errors).toEqual({ reason: 'Indiquez la raison' });
    await settle(first.id, 'refuse', { reason: 'La photo montre un autre colis' });
    const { claim: refused } = (await lookUp(number)).json<{ claim: Claim }>();
    expect(refused).toMatchObject({ state: 'refused', reason: 'La photo montre un autre colis' });
    expect((await staff.logOf(orderId)).at(-1)).toMatchObject({
      userId: 9,
      after: { claim: 'Demande refusée', reason: 'La photo montre un autre colis' },
    });
    expect((await claim(newClaim(number))).statusCode).toBe(201);
    expect((await lookUp(number)).json()).toMatchObject({ claim: { state: 'open', reason: null } });
    expect(await listed(orderId)).toHaveLength(1);
    expect((await settle(randomUUID(), 'accept')).statusCode).toBe(404);
    expect((await settle('no-uuid', 'refuse', { reason: 'Non' })).statusCode).toBe(404);
  });

  it('is claimed by a customer with a picture, a sentence and at most ten open claims [INT-006]', async () => {
    const { number } = await received();
    const errorsOf = async (body: object) => (await claim({ ...newClaim(number), ...body })).json().errors;
    expect(await errorsOf({ text: ' ' })).toEqual({ text: 'Dites en une phrase ce que contient le colis' });
    expect(await errorsOf({ photo: undefined })).toEqual({ photo: 'Ajoutez une photo de la commande ou du reçu' });
    expect(await errorsOf({ photo: 'data:image/png;base64,AAAA' })).toEqual({
      photo: 'Veuillez sélectionner une image valide.',
    });
    const as = asUser(77);
    for (let count = 0; count < OPEN_CLAIMS; count += 1) {
      expect((await claim(newClaim((await received()).number), as)).statusCode).toBe(201);
    }
    expect((await claim(newClaim(number), as)).statusCode).toBe(409);
  });

  it('has claims that their user exports, and that are deleted with the account [INT-006]', async () => {
    const { number } = await received();
    await claim(newClaim(number), asUser(3));
    const parts = { database: orders.database, statuses: new KnownStatuses(orders.database) };
    const data = await readOrderData(parts, { userId: 3, verifiedEmail: null });
    expect(data['Demandes de colis sans nom']).toContainEqual(
      expect.objectContaining({
        Texte: 'Vingt paires de chaussures',
        Photo: expect.stringMatching(/^data:image\/webp/),
      }),
    );
    await orders.database.$transaction(async (transaction) => {
      const event = { id: randomUUID(), name: 'user.deleted', data: { userId: 3 }, requestId: 'deletion' };
      await eventHandlers['user.deleted']?.(transaction, { userId: 3 }, event, () => {});
    });
    expect(await orders.database.claim.count({ where: { userId: 3 } })).toBe(0);
  });
});
