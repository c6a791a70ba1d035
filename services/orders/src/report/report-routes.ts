import { WORKBOOK_TYPE } from '@fasocolis/contracts/operations/operation';
import { reportOperations } from '@fasocolis/contracts/operations/report';
import { handle } from '@fasocolis/service-kit/http/operations';
import { namesOfStaff, type StaffReader } from '@fasocolis/workbook-kit/staff-names';
import type { FastifyPluginAsync } from 'fastify';
import type { Database } from '../database.ts';
import { exportReport, REPORT_FILE_NAME, readReport } from './report-service.ts';

export const reportRoutes: FastifyPluginAsync<{ database: Database; staff: StaffReader }> = async (
  app,
  { database, staff },
) => {
  handle(app, reportOperations.getReport, (request) => readReport(database, request.query));

  handle(app, reportOperations.exportReport, async (request, reply) => {
    const workbook = await exportReport(database, request.query, await namesOfStaff(staff, request.id));
    reply.header('content-disposition', `attachment; filename="${REPORT_FILE_NAME}"`).type(WORKBOOK_TYPE);
    return reply.send(workbook);
  });
};
