import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checkSavedRuns } from '../src/doctor/data-checks.ts';
import { lineOf } from '../src/doctor/finding.ts';
import { createInstallation, type TestInstallation } from './installation.ts';

let installation: TestInstallation;
beforeAll(async () => {
  installation = await createInstallation(['orders']);
}, 60_000);
beforeEach(() => installation.sql('orders', 'TRUNCATE orders CASCADE'));
afterAll(() => installation?.remove());

/** Orders with these ids, without an owner unless one is given. */
const addOrders = (from: number, to: number, owner: number | null = null) =>
  installation.sql(
    'orders',
    `INSERT INTO orders (id, reference, reference_key, status, user_id)
     SELECT n, 'FC-' || n, 'FC' || n, 'ORDER_CONFIRMED', $3::int FROM generate_series($1::int, $2::int) AS n`,
    [from, to, owner],
  );
const save = (userId: number, condition = 'true') =>
  installation.sql(
    'orders',
    `INSERT INTO saved_orders (user_id, order_id) SELECT $1, id FROM orders WHERE ${condition}`,
    [userId],
  );
const found = async () => (await checkSavedRuns(installation.addressOf('orders'))).map(lineOf);
const NONE = ["✓ Colis suivis : aucune longue suite d'identifiants"];

describe('the doctor, for saved orders,', () => {
  it('names the users with 20 consecutive ids or more, with the fix [SEC-001]', async () => {
    await addOrders(1, 60);
    await save(9, 'id BETWEEN 11 AND 30');
    await save(7);
    await save(8, 'id < 20 OR id > 41');
    expect(await found()).toEqual([
      '! Colis suivis : 20 identifiants consécutifs ou plus, utilisateurs 7, 9 → vérifiez ces comptes, puis supprimez-les ou, dans la base : DELETE FROM orders.saved_orders WHERE user_id IN (7, 9)',
    ]);
  });

  it('reports nothing for scattered orders, a user’s own orders, and the administrator [SEC-001]', async () => {
    await addOrders(1, 100, 7);
    await addOrders(101, 119);
    await save(7);
    await save(8, 'id % 2 = 0');
    await save(1);
    expect(await found()).toEqual(NONE);
  });

  it('reports nothing for an empty database', async () => {
    expect(await found()).toEqual(NONE);
  });
});
