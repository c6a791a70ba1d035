import type { OrderStatusCode } from '@fasocolis/contracts/order-status';
import type { Actor } from '@fasocolis/service-kit/data/change-log';
import type { Transaction } from '../database.ts';
import type { MilestoneDefinition, Order } from '../generated/prisma/client.ts';
import { append } from './append.ts';
import { eventText, passedMilestone } from './entry.ts';
import { takeLeftMilestones } from './left-milestones.ts';
import { areMarked } from './pieces.ts';
import { stepOf } from './state.ts';

interface Passing {
  status: OrderStatusCode;
  at: Date;
  withCreation?: boolean;
}

/** The steps that an order has once all its pieces have them. Loading adds it to a consignment instead. */
const STEPS = [
  ['receive', 'PROCESSING'],
  ['arrive', 'ARRIVED'],
] as const;

/** Records the first milestone of a status as an event of one order, in the actor's town if the milestone lists it, and notifies customers. */
export async function passStep(
  transaction: Transaction,
  before: Order,
  { status, at: occurredAt, withCreation = false }: Passing,
  actor: Actor & { town?: string | null },
): Promise<Order> {
  const definition = await definitionOf(transaction, before, status);
  const milestone = definition && passedMilestone(definition, [actor.town ?? null]);
  const title =
    (milestone && eventText({ milestoneLabel: milestone.label, place: milestone.place, note: null })) ?? status;
  const told = { title, note: null };
  const entry = { occurredAt, status, note: null, milestone, withCreation, told };
  const [appended] = await append(transaction, [before], { entries: [entry] }, actor);
  return appended?.order ?? before;
}

function definitionOf(transaction: Transaction, { mode }: Order, status: string): Promise<MilestoneDefinition | null> {
  return transaction.milestoneDefinition.findFirst({
    where: { status, isActive: true, ...(mode && { mode }) },
    orderBy: [{ position: 'asc' }, { id: 'asc' }],
  });
}

/** Passes the steps that every piece of a locked order has taken, after the number of pieces was corrected. */
export async function passCompletedSteps(transaction: Transaction, order: Order, actor: Actor): Promise<Order> {
  const at = new Date();
  let after = order;
  for (const [step, status] of STEPS) {
    if (!(await areMarked(transaction, after, { step, consignmentId: undefined }))) continue;
    const caughtUp = status === 'ARRIVED' ? await takeLeftMilestones(transaction, after, at, actor) : null;
    if (caughtUp) after = caughtUp;
    else if (stepOf(after.furthestStep) < stepOf(status))
      after = await passStep(transaction, after, { status, at }, actor);
  }
  return after;
}
