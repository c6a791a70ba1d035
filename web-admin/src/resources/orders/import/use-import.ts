import {
  IMPORT_LINES_PER_CALL,
  type ImportLine,
  type ImportOutcome,
  ImportOutcomesSchema,
  repeatedReferences,
} from '@fasocolis/contracts/order-import';
import { api } from '@fasocolis/web-kit/api';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLogoutIfAccessDenied } from 'react-admin';
import { reasonOf } from '../../../components/outcome.ts';
import { readFile } from '../../../components/tables/read-file.ts';
import { mainTable } from '../../../components/tables/references.ts';
import type { Table } from '../../../components/tables/table.ts';
import { FileRefused } from '../../../components/tables/table.ts';
import { linesOf, problemOf } from './import-lines.ts';

export type CheckedLine = ImportLine & Pick<ImportOutcome, 'outcome' | 'message'>;

/** The step of an import; `failure` is the reason why the last one failed. */
type ImportStep =
  | { name: 'choose'; failure?: string }
  | { name: 'working'; task: string; done: number; total: number }
  | { name: 'preview' | 'result'; lines: CheckedLine[]; failure?: string };

const UNKNOWN = 'Une erreur inattendue est survenue. Réessayez plus tard.';

export function useImport() {
  const queryClient = useQueryClient();
  const leaveIfAccessDenied = useLogoutIfAccessDenied();
  const [step, setStep] = useState<ImportStep>({ name: 'choose' });
  const [tables, setTables] = useState<Table[]>([]);
  const [table, setTable] = useState<Table>();

  const sentenceAbout = async (error: unknown) => {
    if (error instanceof FileRefused) return error.message;
    await leaveIfAccessDenied(error);
    return reasonOf(error) ?? UNKNOWN;
  };

  const check = async (chosen: Table | undefined) => {
    setTable(chosen);
    try {
      const lines = linesOf(chosen ?? { name: '', rows: [] });
      const repeated = repeatedReferences(lines);
      const checked = lines.map((line): CheckedLine => {
        const message = problemOf(line) ?? repeated.get(line.line);
        return message === undefined ? { ...line, outcome: 'ready' } : { ...line, outcome: 'refused', message };
      });
      const report = (done: number, total: number) => setStep({ name: 'working', task: 'Vérification', done, total });
      setStep({ name: 'preview', lines: await send(checked, { dryRun: true, report }) });
    } catch (error) {
      setStep({ name: 'choose', failure: await sentenceAbout(error) });
    }
  };

  const choose = async (file: Blob | undefined) => {
    if (!file) return;
    setStep({ name: 'working', task: 'Lecture du fichier', done: 0, total: 0 });
    try {
      const read = await readFile(file);
      setTables(read);
      await check(mainTable(read));
    } catch (error) {
      setStep({ name: 'choose', failure: await sentenceAbout(error) });
    }
  };

  const create = async (lines: CheckedLine[]) => {
    let latest = lines;
    const report = (done: number, total: number, sofar: CheckedLine[]) => {
      latest = sofar;
      setStep({ name: 'working', task: 'Importation', done, total });
    };
    try {
      setStep({ name: 'result', lines: await send(lines, { dryRun: false, report }) });
    } catch (error) {
      setStep({ name: 'preview', lines: latest, failure: await sentenceAbout(error) });
    }
    void queryClient.invalidateQueries({ queryKey: ['orders'] });
  };

  return { step, tables, table, choose, check, create, restart: () => setStep({ name: 'choose' }) };
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
    const part = ready.slice(start, start + IMPORT_LINES_PER_CALL).map(({ outcome: _, message: __, ...line }) => line);
    const answer = await api.post('/api/orders/import', { lines: part, dryRun }, ImportOutcomesSchema);
    const outcomes = new Map(answer.map((outcome) => [outcome.line, outcome]));
    checked = checked.map((line) => {
      const { outcome = line.outcome, message = line.message } = outcomes.get(line.line) ?? {};
      return { ...line, outcome, ...(message !== undefined && { message }) };
    });
  }
  return checked;
}
