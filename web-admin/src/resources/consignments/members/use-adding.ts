import {
  type Consignment,
  MEMBERS_PER_CALL,
  type MemberOutcome,
  MemberOutcomesSchema,
} from '@fasocolis/contracts/consignments';
import { listedReferences } from '@fasocolis/contracts/reading/listed-references';
import { UNNAMED_MEMBER } from '@fasocolis/contracts/receiving';
import { api } from '@fasocolis/web-kit/api';
import { useState } from 'react';
import { type LineStep, sendLines, useReason } from '../../../components/line-steps.tsx';
import { mainTable } from '../../../components/tables/columns.ts';
import { readFile } from '../../../components/tables/read-file.ts';
import { type ReferenceLine, referencesIn } from '../../../components/tables/references.ts';
import { FileRefused } from '../../../components/tables/table.ts';

/** Longer lists are added in several parts. */
const MAX_LINES = 5000;

export interface CheckedLine extends Pick<MemberOutcome, 'line' | 'outcome' | 'message'> {
  reference: string;
}

export const isUnnamed = ({ message }: CheckedLine) => message === UNNAMED_MEMBER;

/** The lines of a typed or pasted list. */
export const typedLines = (text: string): ReferenceLine[] =>
  listedReferences(text).map((reference, index) => ({ line: index + 1, reference }));

export function useAdding({ id }: Consignment, onAdded: () => void) {
  const reason = useReason();
  const [step, setStep] = useState<LineStep<CheckedLine> & { isConfirmed?: boolean }>({ name: 'choose' });

  const checkLines = async (lines: CheckedLine[], leftOut: string[], isConfirmed = false) => {
    const report = (done: number, total: number) => setStep({ name: 'working', task: 'Vérification', done, total });
    const checked = await send(id, lines, { dryRun: true, isConfirmed, report });
    setStep({ name: 'preview', leftOut, lines: checked, isConfirmed });
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
      await checkLines(lines, leftOut);
    } catch (error) {
      setStep({ name: 'choose', failure: await reason(error) });
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
      setStep({ name: 'choose', failure: await reason(error) });
    }
  };

  const add = async (lines: CheckedLine[], leftOut: string[], isConfirmed = false) => {
    let latest = lines;
    const report = (done: number, total: number, sofar: CheckedLine[]) => {
      latest = sofar;
      setStep({ name: 'working', task: 'Ajout', done, total });
    };
    try {
      setStep({ name: 'result', leftOut, lines: await send(id, lines, { dryRun: false, isConfirmed, report }) });
    } catch (error) {
      setStep({ name: 'preview', leftOut, lines: latest, isConfirmed, failure: await reason(error) });
    }
    onAdded();
  };

  /** Has parcels without a name judged once more, after staff has said that they are added too. */
  const confirmUnnamed = async (lines: CheckedLine[], leftOut: string[]) => {
    const requested = lines.map((line) => (isUnnamed(line) ? { ...line, outcome: 'ready' as const } : line));
    try {
      await checkLines(requested, leftOut, true);
    } catch (error) {
      setStep({ name: 'preview', leftOut, lines, failure: await reason(error) });
    }
  };

  return { step, check, confirmUnnamed, readList, add, restart: () => setStep({ name: 'choose' }) };
}

interface SendOptions {
  dryRun: boolean;
  isConfirmed: boolean;
  report: (done: number, total: number, sofar: CheckedLine[]) => void;
}

const send = (id: number, lines: CheckedLine[], { dryRun, isConfirmed, report }: SendOptions) =>
  sendLines(lines, {
    perCall: MEMBERS_PER_CALL,
    send: (part) => {
      const references = part.map(({ line, reference }) => ({ line, reference }));
      const body = { lines: references, dryRun, ...(isConfirmed && { isConfirmed }) };
      return api.post('/api/consignments/:id/orders', body, MemberOutcomesSchema, { params: { id } });
    },
    report,
  });
