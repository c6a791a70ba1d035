import {
  type Consignment,
  MEMBERS_PER_CALL,
  type MemberOutcome,
  MemberOutcomesSchema,
} from '@fasocolis/contracts/consignments';
import { listedReferences } from '@fasocolis/contracts/reading/listed-references';
import { UNNAMED_MEMBER } from '@fasocolis/contracts/receiving';
import { api } from '@fasocolis/web-kit/api';
import { mainTable } from '../../../components/tables/columns.ts';
import { type Checked, type Report, sendLines, useLineSteps } from '../../../components/tables/line-steps.tsx';
import { type ReferenceLine, referencesIn } from '../../../components/tables/list-lines.ts';
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
  const { step, setStep, reason, read, write, restart } = useLineSteps<CheckedLine>();

  const checkLines = async (found: Checked<CheckedLine>) => {
    const lines = await send(id, found, true, (done, total) =>
      setStep({ name: 'working', task: 'Vérification', done, total }),
    );
    setStep({ name: 'preview', ...found, lines });
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
      await checkLines({ lines, leftOut });
    } catch (error) {
      setStep({ name: 'choose', failure: await reason(error) });
    }
  };

  const readList = (file: Blob | undefined) =>
    read(file, async (tables) => {
      const { lines, leftOut } = referencesIn(mainTable(tables) ?? { name: '', rows: [] });
      await check(lines, leftOut);
    });

  const add = async (checked: Checked<CheckedLine>) => {
    await write('Ajout', checked, (report) => send(id, checked, false, report));
    onAdded();
  };

  /** Checks the unnamed parcels once more, after staff has confirmed that they are added too. */
  const confirmUnnamed = async ({ lines, leftOut }: Checked<CheckedLine>) => {
    const requested = lines.map((line) => (isUnnamed(line) ? { ...line, outcome: 'ready' as const } : line));
    try {
      await checkLines({ lines: requested, leftOut, isConfirmed: true });
    } catch (error) {
      setStep({ name: 'preview', leftOut, lines, failure: await reason(error) });
    }
  };

  return { step, check, confirmUnnamed, readList, add, restart };
}

const send = (
  id: number,
  { lines, isConfirmed = false }: Checked<CheckedLine>,
  dryRun: boolean,
  report: Report<CheckedLine>,
) =>
  sendLines(lines, {
    perCall: MEMBERS_PER_CALL,
    send: (part) => {
      const references = part.map(({ line, reference }) => ({ line, reference }));
      const body = { lines: references, dryRun, ...(isConfirmed && { isConfirmed }) };
      return api.post('/api/consignments/:id/orders', body, MemberOutcomesSchema, { params: { id } });
    },
    report,
  });
