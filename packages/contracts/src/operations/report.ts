import { ReportQuerySchema, ReportSchema } from '../report.ts';
import { defineOperations, WORKBOOK_TYPE } from './operation.ts';

export const reportOperations = defineOperations({
  getReport: {
    method: 'GET',
    path: '/api/report',
    access: 'admin',
    summary: 'Le bilan par semaine ou par mois',
    query: ReportQuerySchema,
    responses: { 200: ReportSchema },
  },
  exportReport: {
    method: 'GET',
    path: '/api/report/export/excel',
    access: 'admin',
    summary: 'Exporter le bilan en Excel',
    audit: 'export',
    hasHead: false,
    query: ReportQuerySchema,
    produces: WORKBOOK_TYPE,
    responses: {},
  },
});
