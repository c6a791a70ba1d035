import {
  IMPORT_LINES_PER_CALL,
  type ImportOutcome,
  ImportOutcomesSchema,
  repeatedReferences,
} from '@fasocolis/contracts/order-import';
import { api } from '@fasocolis/web-kit/api';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLogoutIfAccessDenied, useStore } from 'react-admin';
import { reasonOf } from '../../../components/outcome.ts';
import { type Assignment, mainTable } from '../../../components/tables/columns.ts';
import { readFile } from '../../../components/tables/read-file.ts';
import { FileRefused, type Table } from '../../../components/tables/table.ts';
import type { ImportColumn } from './import-columns.ts';
import { choiceOf, type FileLine, linesOf, type Reading, readingOf } from './import-lines.ts';

export type CheckedLine = FileLine & Pick<ImportOutcome, 'outcome' | 'message'>;

/** What is left out of a file, in sentences, and its lines. */
interface Checked {
  lines: CheckedLine[];
  leftOut: string[];
}

/** The step of an import; `failure` is the reason why the last one failed. */
type ImportStep =
  | { name: 'choose'; failure?: string }
  | { name: 'working'; task: string; done: number; total: number }
  | ({ name: 'preview' | 'result'; failure?: string } & Checked);

const UNKNOWN = 'Une erreur inattendue est survenue. Réessayez plus tard.';

export function useImport() {
  const queryClient = useQueryClient();
  const leaveIfAccessDenied = useLogoutIfAccessDenied();
  const [step, setStep] = useState<ImportStep>({ name: 'choose' });
  const [tables, setTables] = useState<Table[]>([]);
  const [table, setTable] = useState<Table>();
  const [reading, setReading] = useState<Reading>();
  /** The fields of columns by their headings: suppliers send the same list again. */
  const [chosen, setChosen] = useStore<Record<string, string>>('look.import.columns', {});

  const sentenceAbout = async (error: unknown) => {
    if (error instanceof FileRefused) return error.message;
    await leaveIfAccessDenied(error);
    return reasonOf(error) ?? UNKNOWN;
  };

  const check = async (read: Reading) => {
    setReading(read);
    let found: Checked = { lines: [], leftOut: [] };
    try {
      found = checkedIn(read);
      const report = (done: number, total: number) => setStep({ name: 'working', task: 'Vérification', done, total });
      const lines = await send(found.lines, { dryRun: true, report });
      setStep({ name: 'preview', lines, leftOut: found.leftOut });
    } catch (error) {
      // Its columns can be chosen when nothing was found in them.
      const failure = await sentenceAbout(error);
      setStep(found.lines.length > 0 ? { name: 'choose', failure } : { name: 'preview', ...found, failure });
    }
  };

  const open = async (opened: Table | undefined) => {
    setTable(opened);
    await check(readingOf(opened ?? { name: '', rows: [] }, chosen));
  };

  const choose = async (file: Blob | undefined) => {
    if (!file) return;
    setStep({ name: 'working', task: 'Lecture du fichier', done: 0, total: 0 });
    try {
      const read = await readFile(file);
      setTables(read);
      await open(mainTable(read));
    } catch (error) {
      setStep({ name: 'choose', failure: await sentenceAbout(error) });
    }
  };

  const assign = async (assigned: Assignment<ImportColumn>) => {
    if (!reading) return;
    setChosen({ ...chosen, ...choiceOf(reading, assigned) });
    await check({ ...reading, assigned });
  };

  const create = async ({ lines, leftOut }: Checked) => {
    let latest = lines;
    const report = (done: number, total: number, sofar: CheckedLine[]) => {
      latest = sofar;
      setStep({ name: 'working', task: 'Importation', done, total });
    };
    try {
      setStep({ name: 'result', leftOut, lines: await send(lines, { dryRun: false, report }) });
    } catch (error) {
      setStep({ name: 'preview', leftOut, lines: latest, failure: await sentenceAbout(error) });
    }
    void queryClient.invalidateQueries({ queryKey: ['orders'] });
  };

  return {
    step,
    tables,
    table,
    reading,
    choose,
    open,
    assign,
    create,
    restart: () => setStep({ name: 'choose' }),
  };
}

/** The lines of a file, with those that only the file shows to be wrong. @throws FileRefused */
function checkedIn(read: Reading): Checked {
  const { lines, leftOut } = linesOf(read);
  const repeated = repeatedReferences(lines);
  const checked = lines.map((line): CheckedLine => {
    const message = line.problem ?? repeated.get(line.line);
    return message === undefined ? { ...line, outcome: 'ready' } : { ...line, outcome: 'refused', message };
  });
  return { lines: checked, leftOut };
}

interface SendOptions {
  dryRun: boolean;
  report: (done: number, total: number, sofar: CheckedLine[]) => void;
}

async function send(lines: CheckedLine[], { dryRun, report }: SendOptions): Promise<CheckedLine[]> {
  const ready = lines.filter(({ outcome }) => outcome === 'ready');
  let checked = lines;
  for (let start = 0; start < ready.length; start += IMPORT_LINES_PER_CALL) {
    report(start, ready.length, checked);
    const part = ready
      .slice(start, start + IMPORT_LINES_PER_CALL)
      .map(({ outcome: _, message: __, problem: ___, ...line }) => line);
    const response = await api.post('/api/orders/import', { lines: part, dryRun }, ImportOutcomesSchema);
    const outcomes = new Map(response.map((outcome) => [outcome.line, outcome]));
    checked = checked.map((line) => {
      const { outcome = line.outcome, message = line.message } = outcomes.get(line.line) ?? {};
      return { ...line, outcome, ...(message !== undefined && { message }) };
    });
  }
  return checked;
}
