import { ReportQuerySchema, ReportSchema } from '../report.ts';
import { defineOperations, operation, workbook } from './operation.ts';

export const reportOperations = defineOperations({
  getReport: operation('GET /api/report', 'admin', {
    summary: 'Le bilan par semaine ou par mois',
    query: ReportQuerySchema,
    responses: { 200: ReportSchema },
  }),
  exportReport: operation('GET /api/report/export/excel', 'admin', {
    ...workbook,
    summary: 'Exporter le bilan en Excel',
    query: ReportQuerySchema,
  }),
});
