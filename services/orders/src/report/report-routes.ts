import { WORKBOOK_TYPE } from '@fasocolis/contracts/operations/operation';
import { reportOperations } from '@fasocolis/contracts/operations/report';
import { handle } from '@fasocolis/service-kit/http/operations';
import type { FastifyPluginAsync } from 'fastify';
import type { Database } from '../database.ts';
import { exportReport, REPORT_FILE_NAME, readReport } from './report-service.ts';

export const reportRoutes: FastifyPluginAsync<{ database: Database }> = async (app, { database }) => {
  handle(app, reportOperations.getReport, (request) => readReport(database, request.query));

  handle(app, reportOperations.exportReport, async (request, reply) => {
    const workbook = await exportReport(database, request.query);
    reply.header('content-disposition', `attachment; filename="${REPORT_FILE_NAME}"`).type(WORKBOOK_TYPE);
    return reply.send(workbook);
  });
};
