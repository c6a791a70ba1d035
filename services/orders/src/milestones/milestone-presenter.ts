import type { Milestone as PresentedMilestone } from '@fasocolis/contracts/milestones';
import type { Milestone } from '../generated/prisma/client.ts';

export function stateOf({ startedAt, finishedAt, withdrawnAt }: Milestone): PresentedMilestone['state'] {
  if (withdrawnAt) return finishedAt ? 'withdrawn' : 'withdrawing';
  if (finishedAt) return 'done';
  return startedAt ? 'running' : 'pending';
}

export const presentMilestone = (row: Milestone): PresentedMilestone => ({
  ...row,
  state: stateOf(row),
  byUserId: row.userId,
  occurredAt: row.occurredAt.toISOString(),
  dueAt: row.dueAt.toISOString(),
  createdAt: row.createdAt.toISOString(),
});
