import { randomUUID } from 'node:crypto';
import type { Consignment, MemberOutcome } from '@fasocolis/contracts/consignments';
import type { Milestone } from '@fasocolis/contracts/milestones';
import type { Order } from '@fasocolis/contracts/orders';
import type { Scan, ScanOutcome } from '@fasocolis/contracts/scans';
import type { Client } from './client.ts';
import { hasOrders, type Kind, lookUp, pick, read } from './command.ts';
import { pay } from './ledgers.ts';
import type { World } from './world.ts';

const hasConsignments = (world: World) => hasOrders(world) && world.consignments.length > 0;

const createOrder: Kind = {
  name: 'create order',
  weight: 4,
  async run(world, client, { a, b, yes }) {
    const reference = `CHAOS-${world.next()}`;
    const pieces = 1 + (b % 3);
    const body = { reference, pieces, ...(yes && { userId: pick(world.customers, a) }) };
    const result = await client.call<Order>({ method: 'POST', path: '/api/orders', body, refusals: [409] });
    // Refused: a former try has created it.
    world.record('orders', reference, result.outcome === 'unknown' ? 'unknown' : 'acknowledged');
    if (result.outcome === 'acknowledged') world.orders.push({ id: result.body.id, reference, pieces });
    if (result.outcome === 'refused' && !result.isRepeated) world.violate(`${reference} was taken`);
  },
};

/** Reads the order and sends its version, as the back office does: a repetition changes nothing. */
const changeStatus: Kind = {
  name: 'change status',
  weight: 4,
  needs: hasOrders,
  async run(world, client, { a, b }) {
    const { id, reference } = pick(world.orders, a);
    const read = await client.call<Order>({ path: `/api/orders/${reference}` });
    if (read.outcome !== 'acknowledged') return;
    const note = `Étape ${world.next()}`;
    const status = pick(['PROCESSING', 'IN_TRANSIT', 'ARRIVED'], b);
    const body = { status, latestUpdate: note, updatedAt: read.body.updatedAt };
    const { outcome } = await client.call({ method: 'PATCH', path: `/api/orders/${id}`, body, refusals: [409] });
    world.record('events', note, outcome === 'acknowledged' ? 'acknowledged' : 'unknown');
  },
};

const createConsignment: Kind = {
  name: 'create consignment',
  weight: 1,
  async run(world, client, { yes }) {
    const code = `CHAOS-${world.next()}`;
    const body = { code, mode: yes ? 'AIR' : 'SEA', departureCity: 'Guangzhou' };
    const path = '/api/consignments';
    const result = await client.call<Consignment>({ method: 'POST', path, body, refusals: [409] });
    world.record('consignments', code, result.outcome === 'unknown' ? 'unknown' : 'acknowledged');
    if (result.outcome === 'acknowledged') world.consignments.push({ id: result.body.id, mode: result.body.mode });
  },
};

const addMembers: Kind = {
  name: 'put into consignment',
  weight: 3,
  needs: hasConsignments,
  async run(world, client, { a, b }) {
    const { id } = pick(world.consignments, b);
    const orders = [...new Set([a, a + 1, a + 2].map((number) => pick(world.orders, number)))];
    const lines = orders.map(({ reference }, index) => ({ line: index + 1, reference }));
    const path = `/api/consignments/${id}/orders`;
    const result = await client.call<MemberOutcome[]>({
      method: 'POST',
      path,
      body: { lines, dryRun: false, isConfirmed: true },
    });
    for (const [index, order] of orders.entries()) {
      const key = `${id}/${order.id}`;
      const { outcome } = result.body?.[index] ?? {};
      if (outcome === 'added' || outcome === 'already') world.record('members', key, 'acknowledged');
      else if (outcome === undefined && !world.writes.members.has(key)) world.record('members', key, 'unknown');
    }
  },
};

const recordMilestone: Kind = {
  name: 'record milestone',
  weight: 2,
  needs: hasConsignments,
  async run(world, client, { a, b }) {
    const { id, mode } = pick(world.consignments, a);
    const definition = pick(
      world.definitions.filter((each) => each.mode === mode && each.isActive),
      b,
    );
    const note = `Jalon ${world.next()}`;
    const body = { definitionId: definition.id, place: definition.places[0] ?? 'Lomé', note };
    const path = `/api/consignments/${id}/milestones`;
    const result = await client.call<Milestone>({ method: 'POST', path, body, refusals: [409], attempts: 1 });
    world.record('milestones', note, result.outcome === 'acknowledged' ? 'acknowledged' : 'unknown');
    if (result.outcome === 'acknowledged') world.milestones.push(result.body.id);
  },
};

/** Takes one of the last milestones back: refused while it is applied, and when its consignment has a newer one. */
const withdrawMilestone: Kind = {
  name: 'withdraw milestone',
  weight: 1,
  needs: ({ milestones }) => milestones.length > 0,
  async run(world, client, { a }) {
    const id = pick(world.milestones.slice(-5), a);
    const body = { reason: `Erreur ${world.next()}` };
    const path = `/api/milestones/${id}/withdraw`;
    const { outcome } = await client.call({ method: 'POST', path, body, refusals: [404, 409] });
    if (outcome === 'acknowledged') world.record('withdrawals', String(id), 'acknowledged');
  },
};

/** Sends scans until they have an outcome, and some again afterwards. */
async function scan(world: World, client: Client, scans: Scan[], isSentAgain: boolean): Promise<ScanOutcome[]> {
  const call = { method: 'POST', path: '/api/scans', body: { scans } };
  const { body = [] } = await client.call<ScanOutcome[]>({ ...call, attempts: 20 });
  const again = isSentAgain ? (await client.call<ScanOutcome[]>(call)).body : undefined;
  const outcomesOf = (list: ScanOutcome[]) => list.map(({ id, outcome }) => `${id} ${outcome}`).join();
  if (again && body.length > 0 && outcomesOf(again) !== outcomesOf(body)) {
    world.violate(`repeated scans have other outcomes: ${outcomesOf(body)}; ${outcomesOf(again)}`);
  }
  const known = again ?? body;
  for (const { id } of scans) world.record('scans', id, known.length > 0 ? 'acknowledged' : 'unknown');
  return known;
}

const newScan = (mode: Scan['mode'], reference: string): Scan => ({
  ...{ id: randomUUID(), mode, reference, at: new Date().toISOString() },
});

const receive: Kind = {
  name: 'scan received parcels',
  weight: 3,
  async run(world, client, { a, b, yes }) {
    const scans = Array.from({ length: 1 + (a % 3) }, () => newScan('receive', `CHAOS-${world.next()}`));
    if (hasOrders(world)) scans.push(newScan(yes ? 'receive' : 'arrive', pick(world.orders, b).reference));
    const announced = world.announced.shift();
    if (announced !== undefined) scans.push(newScan('receive', announced));
    const outcomes = await scan(world, client, scans, yes);
    for (const { reference, id } of scans.filter(
      (each) => each.reference !== announced && !world.writes.orders.has(each.reference),
    )) {
      const { orderId } = outcomes.find((each) => each.id === id) ?? {};
      world.record('orders', reference, orderId === undefined ? 'unknown' : 'acknowledged');
      if (orderId !== undefined) world.orders.push({ id: orderId, reference });
    }
  },
};

/** Counts some pieces of a parcel at one of both ends: with the last one the parcel takes the step. */
const countPieces: Kind = {
  name: 'count pieces',
  weight: 3,
  needs: ({ orders }) => orders.some(({ pieces }) => pieces !== undefined),
  async run(world, client, { a, b, yes }) {
    const order = pick(
      world.orders.filter(({ pieces }) => pieces !== undefined),
      a,
    );
    const mode = yes ? 'receive' : 'arrive';
    const pieces = Array.from({ length: order.pieces ?? 1 }, (_, index) => index + 1).slice(-1 - (b % 3));
    const scans = pieces.map((piece) => ({ ...newScan(mode, order.reference), piece }));
    const outcomes = await scan(world, client, scans, b % 3 === 0);
    for (const { id, piece } of scans) {
      const isDone = outcomes.some((each) => each.id === id && each.outcome === 'done');
      if (isDone) world.record('pieces', `${order.id}/${piece}/${mode}`, 'acknowledged');
    }
  },
};

const handOver: Kind = {
  name: 'hand over',
  weight: 1,
  needs: hasOrders,
  async run(world, client, { a, yes }) {
    const { reference } = pick(world.orders, a);
    const person = { reason: 'Sans téléphone', receiverName: 'Awa Ouédraogo' };
    const details = { ...person, neverArrivedReason: 'Il est là' };
    const [outcome] = await scan(world, client, [{ ...newScan('hand-over', reference), ...details }], yes);
    if (outcome?.outcome === 'done') world.record('handovers', reference, 'acknowledged');
    else if (!outcome && !world.writes.handovers.has(reference)) world.record('handovers', reference, 'unknown');
  },
};

const notify: Kind = {
  name: 'notify',
  weight: 1,
  async run(world, client, { a, yes }) {
    const title = `Avis ${world.next()}`;
    const target = yes ? { isGlobal: true } : { isGlobal: false, targetUserId: pick(world.customers, a) };
    const body = { title, body: 'Bonjour', byEmail: true, ...target };
    const { outcome } = await client.call({ method: 'POST', path: '/api/notifications', body, attempts: 1 });
    world.record('notifications', title, outcome === 'acknowledged' ? 'acknowledged' : 'unknown');
  },
};

const readLists = read('read lists', (_world, _client, { a }) =>
  pick(['/api/orders?range=[0,24]', '/api/consignments?range=[0,24]', '/api/milestones?range=[0,24]'], a),
);

const consignments = [createConsignment, addMembers, recordMilestone, withdrawMilestone];
const shared = [changeStatus, ...consignments, pay, readLists, lookUp];
export const ADMINISTRATOR: Kind[] = [createOrder, notify, ...shared];
export const AGENT: Kind[] = [receive, countPieces, handOver, ...shared];
