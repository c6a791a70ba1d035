import type { AddMembers } from '@fasocolis/contracts/consignments';
import { ImportedOrderSchema } from '@fasocolis/contracts/imported-order';
import { accountOperations } from '@fasocolis/contracts/operations/accounts';
import {
  type ImportLine,
  type ImportOrders,
  type ImportOutcome,
  repeatedReferences,
} from '@fasocolis/contracts/order-import';
import { besideCode, mayHoldCode } from '@fasocolis/contracts/reading/client-code';
import { referenceKey } from '@fasocolis/contracts/reading/reference';
import type { Actor } from '@fasocolis/service-kit/data/change-log';
import { once } from '@fasocolis/service-kit/data/once';
import { AppError } from '@fasocolis/service-kit/http/errors';
import type { Database, Transaction } from '../database.ts';
import type { Order } from '../generated/prisma/client.ts';
import { createOrders, type NewOrder } from '../history/create.ts';
import type { Dependencies } from '../shared/dependencies.ts';
import { readPerson } from '../shared/noted-person.ts';
import type { OrderPresenter } from '../shared/order-presenter.ts';
import { codesIn, ownCodes } from '../shared/own-codes.ts';
import {
  completionMessage,
  FILLED,
  type Filled,
  type Filling,
  fillMeasures,
  type Imported,
  measuresOf,
  missingMeasures,
} from './import-measures.ts';
import {
  type Consignments,
  clientProblem,
  consignmentProblem,
  issueMessages,
  type Owners,
  sentence,
} from './import-problems.ts';
import { refuseTakenReference } from './order-service.ts';

const TAKEN = 'Référence déjà enregistrée';

export interface Outcome {
  line: number;
  order?: Order;
  problem?: string;
  /** Which measures of an existing parcel the line completes; it creates no order then. */
  measures?: string;
}

/** An order whose reference or courier number is that of a line. */
interface Taken {
  problem: string;
  /** A parcel that is known by a courier number: a list may have measures of it. */
  order?: Filled;
}

export interface ImportDependencies extends Dependencies {
  addMembers: (
    transaction: Transaction,
    consignmentId: number,
    lines: AddMembers['lines'],
    actor: Actor,
  ) => Promise<unknown>;
}

interface NewLine {
  order: NewOrder;
  consignmentId: number | undefined;
}

export async function importOrders(
  dependencies: ImportDependencies,
  { lines, dryRun }: ImportOrders,
  actor: Actor,
): Promise<Outcome[]> {
  const { database } = dependencies;
  const { checked, news, fillings } = await checkLines(dependencies, lines, actor);
  if (dryRun) return checked;

  const write = async (transaction: Transaction) => {
    const created = await create(dependencies, transaction, news, actor);
    const filled = await fillMeasures(transaction, fillings, actor);
    return checked.map(({ key, ...outcome }): Outcome & { orderId?: number } => {
      const orderId = key === undefined ? filled.get(outcome.line) : created.get(key);
      if (orderId !== undefined || (key === undefined && outcome.measures === undefined))
        return { ...outcome, ...(orderId !== undefined && { orderId }) };
      // A concurrent import created the order.
      return { line: outcome.line, problem: TAKEN };
    });
  };
  const outcomes = await refuseTakenReference(once(database, actor, write));
  const ids = outcomes.flatMap(({ orderId }) => orderId ?? []);
  const orders = await database.order.findMany({ where: { id: { in: ids } } });
  const byId = new Map(orders.map((order) => [order.id, order]));
  return outcomes.map(({ orderId, ...outcome }) => {
    const order = orderId === undefined ? undefined : byId.get(orderId);
    return order ? { ...outcome, order } : outcome;
  });
}

interface CheckedLine extends Outcome {
  key?: string;
}

/** Checks lines against each other and what is stored, and collects what they create and complete. */
async function checkLines(dependencies: ImportDependencies, lines: ImportLine[], { requestId }: Actor) {
  const { database } = dependencies;
  const parsed = lines.map(({ line, ...cells }) => {
    const client = ImportedOrderSchema.shape.client.safeParse(cells.client).data ?? null;
    return { line, client, ...ImportedOrderSchema.safeParse(withNameOfPhone(cells)) };
  });
  const valid = parsed.flatMap(({ data }) => data ?? []);
  const [owners, taken, consignments, own] = await Promise.all([
    findOwners(
      dependencies,
      parsed.flatMap(({ client, data }) => client ?? codeIn(data?.recipientName)),
      requestId ?? '',
    ),
    takenBy(
      database,
      valid.map(({ reference }) => referenceKey(reference)),
    ),
    findConsignments(
      database,
      valid.flatMap(({ consignment }) => consignment ?? []),
    ),
    ownCodes(
      dependencies,
      valid.map(({ reference }) => reference),
      requestId,
    ),
  ]);

  const repeated = repeatedReferences(lines);
  const news: NewLine[] = [];
  const fillings: Filling[] = [];
  const checked = parsed.map(({ line, client, data, error }): CheckedLine => {
    if (!data) return { line, problem: sentence([...issueMessages(error), ...clientProblem(client, owners)]) };
    const { reference, recipientPhone, consignment: code, mode } = data;
    const key = referenceKey(reference);
    const known = repeated.has(line) ? undefined : taken.get(key)?.order;
    const measures = known && missingMeasures(known, measuresOf(data));
    if (known && measures && Object.keys(measures).length > 0) {
      fillings.push({ line, orderId: known.id, measures });
      return { line, measures: completionMessage(known, measures, data) };
    }
    const consignment = codesIn(code ?? '').flatMap((each) => consignments.get(each) ?? [])[0];
    const problems = [
      repeated.get(line) ?? taken.get(key)?.problem ?? own.get(reference) ?? [],
      clientProblem(client, owners),
      code ? consignmentProblem(code, consignment, mode) : [],
    ].flat();
    if (problems.length > 0) return { line, problem: sentence(problems) };
    const [userId = null] = client === null ? [] : (owners.get(client)?.ids ?? []);
    const person = { userId, recipientName: data.recipientName ?? null, recipientPhone };
    news.push({ order: newOrder(data, recipientIn(person, owners)), consignmentId: consignment?.id });
    return { line, key };
  });
  return { checked, news, fillings };
}

async function findOwners({ auth }: ImportDependencies, logins: string[], requestId: string): Promise<Owners> {
  if (logins.length === 0) return new Map();
  const body = { logins: [...new Set(logins)] };
  const response = await auth.find(accountOperations.lookUpUsers, requestId, { body });
  if (!response) throw new AppError('unavailable');
  return new Map(response.map((named) => [named.login, named]));
}

/** What takes references, by key. The number of a courier names the order that has it. */
async function takenBy(database: Database, keys: string[]): Promise<Map<string, Taken>> {
  const where = { referenceKey: { in: keys } };
  const [orders, formers] = await Promise.all([
    database.order.findMany({ where, select: { referenceKey: true } }),
    database.formerReference.findMany({ where, include: { order: { select: FILLED } } }),
  ]);
  return new Map<string, Taken>([
    ...orders.map((order) => [order.referenceKey, { problem: TAKEN }] as const),
    ...formers.map(({ referenceKey: key, alias, order }) => {
      const problem = `${TAKEN}\u00a0: c’est le colis ${order.reference}`;
      return [key, { problem, ...(alias !== null && { order }) }] as const;
    }),
  ]);
}

async function findConsignments(database: Database, codes: string[]): Promise<Consignments> {
  if (codes.length === 0) return new Map();
  const found = await database.consignment.findMany({
    where: { code: { in: codes.flatMap(codesIn) } },
    select: { id: true, code: true, mode: true, isOpen: true },
  });
  return new Map(found.map((consignment) => [consignment.code, consignment]));
}

/** @returns the ids of the created orders by key; references that exist by now are left out */
async function create(
  { addMembers }: ImportDependencies,
  transaction: Transaction,
  news: NewLine[],
  actor: Actor,
): Promise<Map<string, number>> {
  const consignmentOf = new Map(news.map(({ order, consignmentId }) => [referenceKey(order.reference), consignmentId]));
  const orders = news.map(({ order }) => order);
  const written = await createOrders(transaction, orders, actor);
  const members = new Map<number, AddMembers['lines']>();
  for (const { id, referenceKey: key } of written) {
    const consignmentId = consignmentOf.get(key);
    if (consignmentId === undefined) continue;
    const lines = members.get(consignmentId) ?? [];
    members.set(consignmentId, [...lines, { line: lines.length + 1, orderId: id }]);
  }
  // The order of ids keeps concurrent imports from a deadlock.
  for (const [id, lines] of Array.from(members).sort(([a], [b]) => a - b)) {
    await addMembers(transaction, id, lines, actor);
  }
  return new Map(written.map((order) => [order.referenceKey, order.id]));
}

/** A name may stand in the cell of the phone number, where the line has no other one. */
function withNameOfPhone<C extends Partial<Omit<ImportLine, 'line'>>>(cells: C): C {
  if (cells.recipientName?.trim() || !cells.recipientPhone) return cells;
  const { recipientName, recipientPhone } = readPerson(cells.recipientPhone).recipient;
  return recipientName && recipientPhone ? { ...cells, recipientName, recipientPhone } : cells;
}

type Person = Pick<Order, 'userId' | 'recipientName' | 'recipientPhone'>;

const codeIn = (name: string | null | undefined) => (name && mayHoldCode(name) ? name : []);

/** A client code and a phone number may stand in the cell of the name, where no other cell has them. */
function recipientIn(person: Person, owners: Owners): Person {
  const { userId, recipientName: cell, recipientPhone } = person;
  if (cell === null) return person;
  const [named, ...others] = userId === null ? (owners.get(cell)?.ids ?? []) : [];
  const beside = named === undefined || others.length > 0 ? undefined : besideCode(cell, named);
  if (beside === undefined && recipientPhone !== null) return person;
  const { recipient, problem } = readPerson(beside ?? cell);
  if (beside === undefined && problem !== undefined) return person;
  return {
    userId: beside === undefined ? userId : (named ?? null),
    recipientName: recipient.recipientName ?? null,
    recipientPhone: recipientPhone ?? recipient.recipientPhone ?? null,
  };
}

function newOrder(data: Imported, known: Person): NewOrder {
  const { reference, mode, contents, estimatedDelivery } = data;
  const measures = measuresOf(data);
  const day = estimatedDelivery ? new Date(estimatedDelivery) : null;
  return { reference, mode, ...measures, contents, estimatedDelivery: day, ...known };
}

export async function presentOutcomes(outcomes: Outcome[], presenter: OrderPresenter): Promise<ImportOutcome[]> {
  const presented = await presenter.presentResults(outcomes);
  return presented.map(({ line, order, problem, measures: message }) => {
    if (problem !== undefined) return { line, outcome: 'refused', message: problem };
    const said = message !== undefined && { message };
    if (!order) return { line, outcome: 'ready', ...said };
    return { line, outcome: said ? 'completed' : 'created', order, ...said };
  });
}
