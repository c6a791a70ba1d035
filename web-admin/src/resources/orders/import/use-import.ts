import {
  IMPORT_LINES_PER_CALL,
  type ImportOutcome,
  ImportOutcomesSchema,
  repeatedReferences,
} from '@fasocolis/contracts/order-import';
import { api } from '@fasocolis/web-kit/api';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useStore } from 'react-admin';
import { type Assignment, mainTable } from '../../../components/tables/columns.ts';
import { type Checked, type Report, sendLines, useLineSteps } from '../../../components/tables/line-steps.tsx';
import type { Table } from '../../../components/tables/table.ts';
import type { ImportColumn } from './import-columns.ts';
import { choiceOf, type FileLine, linesOf, type Reading, readingOf } from './import-lines.ts';

export type CheckedLine = FileLine & Pick<ImportOutcome, 'outcome' | 'message'>;

export function useImport() {
  const queryClient = useQueryClient();
  const { step, setStep, reason, read, write, restart } = useLineSteps<CheckedLine>();
  const [tables, setTables] = useState<Table[]>([]);
  const [table, setTable] = useState<Table>();
  const [reading, setReading] = useState<Reading>();
  /** The fields of columns by their headings: suppliers send the same list again. */
  const [chosen, setChosen] = useStore<Record<string, string>>('look.import.columns', {});

  const check = async (next: Reading) => {
    setReading(next);
    let found: Checked<CheckedLine> = { lines: [], leftOut: [] };
    try {
      found = checkedIn(next);
      const report = (done: number, total: number) => setStep({ name: 'working', task: 'Vérification', done, total });
      const lines = await send(found.lines, true, report);
      setStep({ name: 'preview', lines, leftOut: found.leftOut });
    } catch (error) {
      // Its columns can be chosen when nothing was found in them.
      const failure = await reason(error);
      setStep(found.lines.length > 0 ? { name: 'choose', failure } : { name: 'preview', ...found, failure });
    }
  };

  const open = async (opened: Table | undefined) => {
    setTable(opened);
    await check(readingOf(opened ?? { name: '', rows: [] }, chosen));
  };

  const choose = (file: Blob | undefined) =>
    read(file, async (found) => {
      setTables(found);
      await open(mainTable(found));
    });

  const assign = async (assigned: Assignment<ImportColumn>) => {
    if (!reading) return;
    setChosen({ ...chosen, ...choiceOf(reading, assigned) });
    await check({ ...reading, assigned });
  };

  const create = async (checked: Checked<CheckedLine>) => {
    await write('Importation', checked, (report) => send(checked.lines, false, report));
    void queryClient.invalidateQueries({ queryKey: ['orders'] });
  };

  return { step, tables, table, reading, choose, open, assign, create, restart };
}

/** The lines of a file, with those that only the file shows to be wrong. @throws FileRefused */
function checkedIn(read: Reading): Checked<CheckedLine> {
  const { lines, leftOut } = linesOf(read);
  const repeated = repeatedReferences(lines);
  const checked = lines.map((line): CheckedLine => {
    const message = line.problem ?? repeated.get(line.line);
    return message === undefined ? { ...line, outcome: 'ready' } : { ...line, outcome: 'refused', message };
  });
  return { lines: checked, leftOut };
}

const send = (lines: CheckedLine[], dryRun: boolean, report: Report<CheckedLine>) =>
  sendLines(lines, {
    perCall: IMPORT_LINES_PER_CALL,
    send: (part) =>
      api.post(
        '/api/orders/import',
        { lines: part.map(({ outcome: _, message: __, problem: ___, ...line }) => line), dryRun },
        ImportOutcomesSchema,
      ),
    report,
  });
