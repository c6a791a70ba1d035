import { once } from 'node:events';
import { PassThrough, type Readable } from 'node:stream';
import { WORKBOOK_TYPE } from '@fasocolis/contracts/operations/operation';
import { AppError, retryIn } from '@fasocolis/service-kit/http/errors';
import { withinDeadline } from '@fasocolis/service-kit/ops/deadline';
import type { FastifyReply } from 'fastify';

/** How dates and amounts are shown, in French form; instants in GMT. Excel writes the separator of its own language. */
const FORMATS = { day: 'dd/mm/yyyy', instant: 'dd/mm/yyyy hh:mm', amount: '#,##0' } as const;

export interface WorkbookColumn<Row> {
  header: string;
  width: number;
  /** The format of a column with dates or amounts. */
  format?: keyof typeof FORMATS | undefined;
  /** A text is never a formula, whatever it begins with. */
  cell: (row: Row) => string | number | Date | null;
}

interface WorkbookSource<Row> {
  sheet: string;
  columns: WorkbookColumn<Row>[];
  /** The rows after one of the page before (undefined: the first ones); empty at the end. */
  pageAfter: (last: Row | undefined) => Promise<Row[]>;
}

/** The longest exports take about as long. */
const EXPORT_SECONDS = 60;

/** How long an export waits for others, in milliseconds: the gateway expects the response to begin within 30 s. */
const WAIT_MS = 15_000;

/** Settles when the exports that have been requested so far have ended: each takes some 100 MB. */
let exports: Promise<void> = Promise.resolve();

/**
 * Streams rows as an Excel workbook, in constant memory, after other exports of this process.
 * @throws AppError `too-many-requests` when those take longer than 15 s
 */
export async function streamWorkbook<Row>(source: WorkbookSource<Row>): Promise<Readable> {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const others = exports;
  exports = others.then(() => ended);
  await withinDeadline(others, WAIT_MS).catch(() => {
    end();
    throw new AppError('too-many-requests', `Un autre export est en cours. ${retryIn(EXPORT_SECONDS)}.`, {
      retryAfterSeconds: EXPORT_SECONDS,
    });
  });
  const output = new PassThrough().once('close', end);
  try {
    // The first page is read before the first byte is sent, so that a database error becomes an error response.
    const page = await source.pageAfter(undefined);
    write(source, page, output).catch((error: Error) => output.destroy(error));
    return output;
  } catch (error) {
    output.destroy();
    throw error;
  }
}

async function write<Row>(source: WorkbookSource<Row>, firstPage: Row[], output: PassThrough): Promise<void> {
  const closed = new AbortController();
  output.once('close', () => closed.abort());
  // The first export loads the library, which takes a quarter of a service's start, and 20 MB.
  const { default: excel } = await import('exceljs');
  const workbook = new excel.stream.xlsx.WorkbookWriter({ stream: output, useStyles: true });
  const sheet = workbook.addWorksheet(source.sheet, { views: [{ state: 'frozen', ySplit: 1 }] });
  sheet.columns = source.columns.map(({ header, width, format }) => ({
    header,
    width,
    ...(format && { style: { numFmt: FORMATS[format] } }),
  }));
  sheet.autoFilter = { from: { row: 1, column: 1 }, to: { row: 1, column: source.columns.length } };
  let page = firstPage;
  while (page.length > 0) {
    for (const row of page) sheet.addRow(source.columns.map(({ cell }) => cell(row))).commit();
    // exceljs does not propagate back-pressure.
    if (output.writableNeedDrain) await once(output, 'drain', { signal: closed.signal });
    page = await source.pageAfter(page.at(-1));
    closed.signal.throwIfAborted();
  }
  await workbook.commit();
}

/** Responds with a workbook, which browsers store under the name. */
export const sendWorkbook = (reply: FastifyReply, fileName: string, workbook: Readable): FastifyReply =>
  reply.header('content-disposition', `attachment; filename="${fileName}"`).type(WORKBOOK_TYPE).send(workbook);
