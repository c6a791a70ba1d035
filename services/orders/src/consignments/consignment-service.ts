import {
  type CreateConsignmentSchema,
  datesProblem,
  OUTDATED_CONSIGNMENT,
  type Consignment as PresentedConsignment,
  type UpdateConsignmentSchema,
} from '@fasocolis/contracts/consignments';
import type { Actor } from '@fasocolis/service-kit/data/change-log';
import { refuseDuplicate, searchText } from '@fasocolis/service-kit/data/database';
import { loggedRows } from '@fasocolis/service-kit/data/logged-rows';
import { assertVersion, nextVersion } from '@fasocolis/service-kit/data/versions';
import { AppError } from '@fasocolis/service-kit/http/errors';
import type * as z from 'zod/mini';
import type { Database, Transaction } from '../database.ts';
import type { Consignment } from '../generated/prisma/client.ts';
import { keepArrivals } from '../history/pieces.ts';
import { lockCodes, nextCode } from './consignment-code.ts';
import { presentConsignments } from './consignment-list.ts';

type Update = z.infer<typeof UpdateConsignmentSchema>;

const NOT_FOUND = 'Expédition non trouvée';
const COST_BY_ADMIN = 'Seul l’administrateur note ce qu’une expédition a coûté.';
const CODE_TAKEN = 'Une expédition avec ce code existe déjà';

export async function createConsignment(
  database: Database,
  body: z.infer<typeof CreateConsignmentSchema>,
  actor: Actor,
): Promise<PresentedConsignment> {
  const created = await stored.create(database, actor, async (transaction) => {
    await lockCodes(transaction);
    const code = body.code ?? (await nextCode(transaction, body.mode));
    await assertFree(transaction, { id: 0, code });
    const { mode, departureCity, carrierNumber = null, billOfLading = null, bescNumber = null } = body;
    const named = { code, departureCity, carrierNumber, billOfLading, bescNumber };
    return transaction.consignment.create({
      data: {
        ...named,
        mode,
        departureDate: toDate(body.departureDate),
        expectedArrival: toDate(body.expectedArrival),
        searchText: searchedIn(named),
      },
    });
  });
  return presentOne(database, created, actor);
}

export async function updateConsignment(
  database: Database,
  id: number,
  body: Update,
  actor: Actor,
): Promise<PresentedConsignment> {
  if (body.cost !== undefined && !actor.isAdmin) throw new AppError('forbidden', COST_BY_ADMIN);
  const work = stored.change(database, id, actor, async (transaction, before) => {
    assertVersion(before.updatedAt, body.updatedAt, OUTDATED_CONSIGNMENT);
    const data = changesOf(before, body);
    assertDates(data);
    if (data.code !== before.code) await assertFree(transaction, { id, code: data.code });
    if (data.isOpen !== before.isOpen) await assertSettled(transaction, id);
    return transaction.consignment.update({
      where: { id },
      data: { ...data, updatedAt: nextVersion(before.updatedAt) },
    });
  });
  return presentOne(database, await refuseOpening(work), actor);
}

export function removeConsignment(database: Database, id: number, actor: Actor): Promise<void> {
  return stored.remove(database, id, actor, async (before, transaction) => {
    const where = { consignmentId: id };
    const orders = await transaction.consignmentOrder.count({ where });
    const milestones = await transaction.milestone.count({ where });
    if (orders + milestones > 0 || !before.isOpen || before.state !== 'preparing') {
      throw new AppError('conflict', 'Seule une expédition vide et en préparation peut être supprimée.');
    }
    await keepArrivals(transaction, id);
  });
}

async function presentOne(
  database: Database,
  row: Consignment,
  { isAdmin = false }: Actor,
): Promise<PresentedConsignment> {
  const [presented] = await presentConsignments(database, [row], isAdmin);
  if (!presented) throw new AppError('not-found', NOT_FOUND);
  return presented;
}

const toDate = (day: string | null | undefined) => (day ? new Date(day) : null);

const searchedIn = (named: Record<string, string | null>) =>
  searchText(...Object.values(named).map((text) => text ?? ''));

function changesOf(before: Consignment, body: Update) {
  const { code = before.code, departureCity = before.departureCity, carrierNumber = before.carrierNumber } = body;
  const { billOfLading = before.billOfLading, bescNumber = before.bescNumber } = body;
  const named = { code, departureCity, carrierNumber, billOfLading, bescNumber };
  const isOpen = body.closed === undefined ? before.isOpen : !body.closed;
  return {
    ...named,
    isOpen,
    cost: body.cost === undefined ? before.cost : body.cost,
    departureDate: body.departureDate === undefined ? before.departureDate : toDate(body.departureDate),
    expectedArrival: body.expectedArrival === undefined ? before.expectedArrival : toDate(body.expectedArrival),
    closedAt: isOpen ? null : (before.closedAt ?? new Date()),
    searchText: searchedIn(named),
  };
}

/** Compares both dates, where the request may have only one of them. */
function assertDates({ departureDate, expectedArrival }: Pick<Consignment, 'departureDate' | 'expectedArrival'>): void {
  const problem = datesProblem(departureDate?.toISOString(), expectedArrival?.toISOString());
  if (problem) throw AppError.field('expectedArrival', problem);
}

/** Codes that differ only in the signs between their parts conflict: "AIR 2026 47" and AIR-2026-47, but not MER-1-12 and MER-11-2. */
async function assertFree(transaction: Transaction, { id, code }: Pick<Consignment, 'id' | 'code'>): Promise<void> {
  const taken = await transaction.$queryRaw<unknown[]>`
    SELECT id FROM consignments
    WHERE regexp_replace(code, '[ ./_-]+', '-', 'g') = regexp_replace(${code}, '[ ./_-]+', '-', 'g') AND id <> ${id}::int`;
  if (taken.length === 0) return;
  throw AppError.conflict('code', CODE_TAKEN);
}

async function assertSettled(transaction: Transaction, consignmentId: number): Promise<void> {
  if ((await transaction.milestone.count({ where: { consignmentId, finishedAt: null } })) === 0) return;
  throw new AppError('conflict', 'Un jalon est en cours d’enregistrement. Réessayez dans un instant.');
}

/** The partial index refuses an order in two open consignments. */
const refuseOpening = <T>(write: Promise<T>) =>
  refuseDuplicate(write, 'Un colis de cette expédition est dans une autre expédition\u00a0: retirez-le d’abord.');

const stored = loggedRows({
  subject: 'consignment',
  notFound: NOT_FOUND,
  model: (transaction: Transaction) => transaction.consignment,
  lock: async (transaction, id) => {
    await lockCodes(transaction);
    await transaction.$queryRaw`SELECT id FROM consignments WHERE id = ${id} FOR UPDATE`;
  },
  describe: (row: Consignment) => ({
    id: row.id,
    name: row.code,
    values: {
      code: row.code,
      mode: row.mode,
      departureCity: row.departureCity,
      carrierNumber: row.carrierNumber,
      billOfLading: row.billOfLading,
      bescNumber: row.bescNumber,
      departureDate: row.departureDate?.toISOString().slice(0, 10) ?? null,
      expectedArrival: row.expectedArrival?.toISOString().slice(0, 10) ?? null,
      closed: !row.isOpen,
      cost: row.cost,
    },
  }),
});
