import { AUDITED_ACTION_LABELS } from '@fasocolis/contracts/audit';
import { OPERATIONS } from '@fasocolis/contracts/operations/index';
import type { Operation } from '@fasocolis/contracts/operations/operation';

const SUMMARIES = new Map(
  Object.values(OPERATIONS).flatMap((ofService) =>
    Object.values<Operation>(ofService).map(({ id, summary }) => [id, summary] as const),
  ),
);
const LABELS: Record<string, string> = AUDITED_ACTION_LABELS;

export const auditLabel = (action: string): string => LABELS[action] ?? SUMMARIES.get(action) ?? action;
