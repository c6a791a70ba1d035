import {
  type Consignment,
  MEMBERS_PER_CALL,
  type MemberOutcome,
  MemberOutcomesSchema,
} from '@fasocolis/contracts/consignments';
import { listedReferences } from '@fasocolis/contracts/reading/listed-references';
import { api } from '@fasocolis/web-kit/api';
import { useState } from 'react';
import { useLogoutIfAccessDenied } from 'react-admin';
import { reasonOf } from '../../../components/outcome.ts';
import { mainTable } from '../../../components/tables/columns.ts';
import { readFile } from '../../../components/tables/read-file.ts';
import { type ReferenceLine, referencesIn } from '../../../components/tables/references.ts';
import { FileRefused } from '../../../components/tables/table.ts';

/** Longer lists are added in several parts. */
const MAX_LINES = 5000;

export interface CheckedLine extends Pick<MemberOutcome, 'line' | 'outcome' | 'message'> {
  reference: string;
}

/** The step of adding orders; `failure` is the reason why the last one failed. */
type AddingStep =
  | { name: 'choose'; failure?: string }
  | { name: 'working'; task: string; done: number; total: number }
  | { name: 'preview' | 'result'; lines: CheckedLine[]; leftOut: string[]; failure?: string };

const UNKNOWN = 'Une erreur inattendue est survenue. Réessayez plus tard.';

/** The lines of a typed or pasted list. */
export const typedLines = (text: string): ReferenceLine[] =>
  listedReferences(text).map((reference, index) => ({ line: index + 1, reference }));

export function useAdding({ id }: Consignment, onAdded: () => void) {
  const leaveIfAccessDenied = useLogoutIfAccessDenied();
  const [step, setStep] = useState<AddingStep>({ name: 'choose' });

  const sentenceAbout = async (error: unknown) => {
    if (error instanceof FileRefused) return error.message;
    await leaveIfAccessDenied(error);
    return reasonOf(error) ?? UNKNOWN;
  };

  const check = async (found: ReferenceLine[], leftOut: string[] = []) => {
    try {
      if (found.length === 0) throw new FileRefused('Indiquez au moins une référence.');
      if (found.length > MAX_LINES) {
        throw new FileRefused(
          `Cette liste contient ${found.length} références\u00a0: 5\u00a0000 au plus sont possibles. Ajoutez-les en plusieurs fois.`,
        );
      }
      const lines = found.map(
        ({ problem, ...line }): CheckedLine =>
          problem === undefined ? { ...line, outcome: 'ready' } : { ...line, outcome: 'refused', message: problem },
      );
      const report = (done: number) => setStep({ name: 'working', task: 'Vérification', done, total: lines.length });
      setStep({ name: 'preview', leftOut, lines: await send(id, lines, { dryRun: true, report }) });
    } catch (error) {
      setStep({ name: 'choose', failure: await sentenceAbout(error) });
    }
  };

  const readList = async (file: Blob | undefined) => {
    if (!file) return;
    setStep({ name: 'working', task: 'Lecture du fichier', done: 0, total: 0 });
    try {
      const table = mainTable(await readFile(file));
      const { lines, leftOut } = referencesIn(table ?? { name: '', rows: [] });
      await check(lines, leftOut);
    } catch (error) {
      setStep({ name: 'choose', failure: await sentenceAbout(error) });
    }
  };

  const add = async (lines: CheckedLine[], leftOut: string[]) => {
    const total = lines.filter(({ outcome }) => outcome === 'ready').length;
    let latest = lines;
    const report = (done: number, sofar: CheckedLine[]) => {
      latest = sofar;
      setStep({ name: 'working', task: 'Ajout', done, total });
    };
    try {
      setStep({ name: 'result', leftOut, lines: await send(id, lines, { dryRun: false, report }) });
    } catch (error) {
      setStep({ name: 'preview', leftOut, lines: latest, failure: await sentenceAbout(error) });
    }
    onAdded();
  };

  return { step, check, readList, add, restart: () => setStep({ name: 'choose' }) };
}

interface SendOptions {
  dryRun: boolean;
  report: (done: number, sofar: CheckedLine[]) => void;
}

async function send(id: number, lines: CheckedLine[], { dryRun, report }: SendOptions): Promise<CheckedLine[]> {
  const ready = lines.filter(({ outcome }) => outcome === 'ready');
  let checked = lines;
  for (let start = 0; start < ready.length; start += MEMBERS_PER_CALL) {
    report(start, checked);
    const part = ready.slice(start, start + MEMBERS_PER_CALL).map(({ line, reference }) => ({ line, reference }));
    const answer = await api.post('/api/consignments/:id/orders', { lines: part, dryRun }, MemberOutcomesSchema, {
      params: { id },
    });
    const outcomes = new Map(answer.map((outcome) => [outcome.line, outcome]));
    checked = checked.map((line) => {
      const { outcome = line.outcome, message = line.message } = outcomes.get(line.line) ?? {};
      return { ...line, outcome, ...(message !== undefined && { message }) };
    });
  }
  return checked;
}
