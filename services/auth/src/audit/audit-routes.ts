import { AUDIT_OUTCOMES, AUDITED_ACTION_LABELS, type AuditEvent } from '@fasocolis/contracts/audit';
import { teamOperations } from '@fasocolis/contracts/operations/team';
import { logDay } from '@fasocolis/service-kit/data/change-log';
import { defineList, findPage, handleList, IdFilterSchema, inDays } from '@fasocolis/service-kit/http/lists';
import type { FastifyPluginAsync } from 'fastify';
import * as z from 'zod/mini';
import type { Database } from '../database.ts';
import type { AuditEvent as AuditRow } from '../generated/prisma/client.ts';
import { auditLabel } from '../shared/audit-label.ts';

const ACTIONS = Object.keys(AUDITED_ACTION_LABELS) as (keyof typeof AUDITED_ACTION_LABELS)[];

export const auditListSpec = defineList({
  resource: 'audit-events',
  sortable: ['id'],
  filters: {
    userId: IdFilterSchema,
    action: z.enum(ACTIONS),
    outcome: z.enum(AUDIT_OUTCOMES),
    from: logDay,
    to: logDay,
  },
});

export const auditRoutes: FastifyPluginAsync<{ database: Database }> = async (app, { database }) => {
  handleList(
    app,
    teamOperations.listAuditEvents,
    auditListSpec,
    (list) => {
      const { from, to, ...equal } = list.filters;
      const where = { ...equal, ...inDays('createdAt', from, to) };
      return findPage(list, ['id', 'desc'], database.auditEvent, { where });
    },
    present,
  );
};

const present = ({ key: _, createdAt, action, ...row }: AuditRow): AuditEvent => ({
  ...row,
  outcome: row.outcome as AuditEvent['outcome'],
  action: auditLabel(action),
  createdAt: createdAt.toISOString(),
});
