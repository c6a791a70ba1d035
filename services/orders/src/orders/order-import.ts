import { accountOperations } from '@fasocolis/contracts/operations/accounts';
import {
  ImportedOrderSchema,
  type ImportOrders,
  type ImportOutcome,
  repeatedReferences,
} from '@fasocolis/contracts/order-import';
import { referenceKey } from '@fasocolis/contracts/reading/reference';
import type { UserLookupAnswer } from '@fasocolis/contracts/user-lookup';
import type { Actor } from '@fasocolis/service-kit/data/change-log';
import { AppError } from '@fasocolis/service-kit/http/errors';
import type { ServiceClient } from '@fasocolis/service-kit/http/service-client';
import type * as z from 'zod/mini';
import type { Database } from '../database.ts';
import type { Order } from '../generated/prisma/client.ts';
import { createOrders, type NewOrder } from '../history/create.ts';
import type { OrderPresenter } from '../shared/order-presenter.ts';
import { refuseTakenReference } from './order-service.ts';

const TAKEN = 'Référence déjà enregistrée';
const UNKNOWN_CLIENT = 'Client inconnu';
const UNVERIFIED_ADDRESS = 'Adresse non vérifiée\u00a0: ';
const AMBIGUOUS_CLIENT = 'Plusieurs clients correspondent\u00a0: indiquez une adresse email';

/** The result for a line: an order, the reason of a refusal, or neither in a dry run. */
export interface Outcome {
  line: number;
  order?: Order;
  problem?: string;
}

/** What each login of a file names. */
type Owners = Map<string, UserLookupAnswer[number]>;

/** Imports many orders from a file. A refused line does not stop the others. */
export class OrderImport {
  readonly #database: Database;
  readonly #auth: ServiceClient;

  constructor({ database, auth }: { database: Database; auth: ServiceClient }) {
    this.#database = database;
    this.#auth = auth;
  }

  /**
   * Validates every line and, unless it is a dry run, creates the orders of the valid ones.
   * @throws AppError `unavailable` when customers cannot be checked; nothing is created then
   */
  async run({ lines, dryRun }: ImportOrders, actor: Actor): Promise<Outcome[]> {
    const parsed = lines.map(({ line, ...cells }) => ({ line, ...ImportedOrderSchema.safeParse(cells) }));
    const valid = parsed.flatMap(({ data }) => data ?? []);
    const [owners, taken] = await Promise.all([
      this.#findOwners(
        valid.flatMap(({ client }) => client ?? []),
        actor.requestId ?? '',
      ),
      this.#takenKeys(valid.map(({ reference }) => referenceKey(reference))),
    ]);

    const repeated = repeatedReferences(lines);
    const news: NewOrder[] = [];
    const checked = parsed.map(({ line, data, error }): Outcome & { key?: string } => {
      if (!data) return { line, problem: sentence(complaints(error)) };
      const { client = null, estimatedDelivery, ...columns } = data;
      const { reference } = columns;
      const key = referenceKey(reference);
      const problems = [repeated.get(line) ?? (taken.has(key) ? TAKEN : []), problemOf(client, owners)].flat();
      if (problems.length > 0) return { line, problem: sentence(problems) };
      const [userId = null] = client === null ? [] : (owners.get(client)?.ids ?? []);
      const day = estimatedDelivery ? new Date(estimatedDelivery) : null;
      news.push({ ...columns, estimatedDelivery: day, userId });
      return { line, key };
    });
    if (dryRun) return checked;

    const created = await this.#create(news, actor);
    return checked.map(({ key, ...outcome }) => {
      if (key === undefined) return outcome;
      const order = created.get(key);
      // Another import was faster, or this one is repeated after a lost response.
      return order ? { ...outcome, order } : { ...outcome, problem: TAKEN };
    });
  }

  async #findOwners(logins: string[], requestId: string): Promise<Owners> {
    if (logins.length === 0) return new Map();
    const body = { logins: [...new Set(logins)] };
    const answer = await this.#auth.find(accountOperations.lookUpUsers, requestId, { body });
    if (!answer) throw new AppError('unavailable');
    return new Map(answer.map((named) => [named.login, named]));
  }

  async #takenKeys(keys: string[]): Promise<Set<string>> {
    const taken = { where: { referenceKey: { in: keys } }, select: { referenceKey: true } };
    const rows = await Promise.all([
      this.#database.order.findMany(taken),
      this.#database.formerReference.findMany(taken),
    ]);
    return new Set(rows.flat().map((row) => row.referenceKey));
  }

  /** The created orders, by reference key; references that exist by now are left out. */
  async #create(news: NewOrder[], actor: Actor): Promise<Map<string, Order>> {
    const created = await refuseTakenReference(createOrders(this.#database, news, actor));
    return new Map(created.map((order) => [order.referenceKey, order]));
  }
}

function problemOf(client: string | null, owners: Owners): string[] {
  if (client === null) return [];
  const { ids: { length } = [], isUnverified } = owners.get(client) ?? {};
  if (length === 1) return [];
  if (length === 0 && isUnverified) return [`${UNVERIFIED_ADDRESS}${client}`];
  return [length === 0 ? UNKNOWN_CLIENT : AMBIGUOUS_CLIENT];
}

/** The first error of each cell. */
function complaints({ issues }: z.core.$ZodError): string[] {
  const byCell = new Map<PropertyKey | undefined, string>();
  for (const { path, message } of issues) if (!byCell.has(path[0])) byCell.set(path[0], message);
  return [...byCell.values()];
}

const sentence = (problems: string[]) => [...new Set(problems)].join('. ');

/** The result of an import, in the form of the API. */
export async function presentOutcomes(outcomes: Outcome[], presenter: OrderPresenter): Promise<ImportOutcome[]> {
  const presented = await presenter.presentResults(outcomes);
  return presented.map(({ line, order, problem }) => {
    if (problem !== undefined) return { line, outcome: 'refused', message: problem };
    return order ? { line, outcome: 'created', order } : { line, outcome: 'ready' };
  });
}
