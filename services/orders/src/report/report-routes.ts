import { reportOperations } from '@fasocolis/contracts/operations/report';
import { handle } from '@fasocolis/service-kit/http/operations';
import { namesOfStaff } from '@fasocolis/workbook-kit/staff-names';
import { sendWorkbook } from '@fasocolis/workbook-kit/stream-workbook';
import type { FastifyPluginAsync } from 'fastify';
import type { Dependencies } from '../shared/dependencies.ts';
import { exportReport, readReport } from './report-service.ts';

export const reportRoutes: FastifyPluginAsync<Dependencies> = async (app, { database, staff }) => {
  handle(app, reportOperations.getReport, (request) => readReport(database, request.query));

  handle(app, reportOperations.exportReport, async (request, reply) => {
    const workbook = await exportReport(database, request.query, await namesOfStaff(staff, request.id));
    return sendWorkbook(reply, 'bilan.xlsx', workbook);
  });
};
