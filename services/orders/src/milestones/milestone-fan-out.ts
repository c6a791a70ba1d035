import { setTimeout } from 'node:timers/promises';
import type { MilestoneProgress } from '@fasocolis/contracts/live';
import type { Database } from '../database.ts';
import type { Milestone } from '../generated/prisma/client.ts';
import type { KnownStatuses } from '../shared/known-statuses.ts';
import { applyBatch } from './milestone-batch.ts';
import { stateOf } from './milestone-presenter.ts';
import { withdrawBatch } from './milestone-withdrawal.ts';

interface Dependencies {
  database: Database;
  statuses: KnownStatuses;
  onProgress: (progress: MilestoneProgress) => void;
}

/**
 * Runs until the milestone is finished. May be interrupted and repeated, and run by several processes at once: a
 * batch is one transaction, which also moves the cursor. Waits for earlier milestones of the consignment.
 * @throws Error when an earlier one is not finished
 */
export async function fanOutMilestone(dependencies: Dependencies, milestoneId: number): Promise<void> {
  const { database, statuses } = dependencies;
  const milestone = await database.milestone.findUnique({ where: { id: milestoneId } });
  if (!milestone) return;
  await setTimeout(Math.max(0, milestone.dueAt.getTime() - Date.now()));
  const { consignmentId } = milestone;
  const earlier = await database.milestone.count({
    where: { consignmentId, finishedAt: null, id: { lt: milestoneId } },
  });
  if (earlier > 0) throw new Error(`Milestone ${milestoneId} waits for an earlier one`);
  const endedStatuses = await statuses.ended();
  while (await advance(dependencies, milestoneId, endedStatuses));
}

/** Handles the next batch of orders. @returns false after the last one */
async function advance(
  { database, onProgress }: Dependencies,
  milestoneId: number,
  endedStatuses: string[],
): Promise<boolean> {
  const after = await database.$transaction(async (transaction) => {
    // The database's clock decides, as it does when a milestone is taken back.
    const [due] = await transaction.$queryRaw<{ isDue: boolean }[]>`
      SELECT due_at <= clock_timestamp() AS "isDue" FROM milestones
      WHERE id = ${milestoneId} AND finished_at IS NULL FOR UPDATE`;
    if (!due) return null;
    if (!due.isDue) throw new Error(`Milestone ${milestoneId} is not due`);
    const milestone = await transaction.milestone.findUniqueOrThrow({ where: { id: milestoneId } });
    if (milestone.withdrawnAt) return withdrawBatch(transaction, milestone);
    return applyBatch(transaction, milestone, endedStatuses);
  });
  if (after) onProgress(progressOf(after));
  return after !== null && after.finishedAt === null;
}

const progressOf = (milestone: Milestone): MilestoneProgress => {
  const { id, consignmentId, total, applied, skipped } = milestone;
  return { id, consignmentId, total, applied, skipped, state: stateOf(milestone) };
};
