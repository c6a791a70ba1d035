import { Alert } from '@mui/material';
import { useState } from 'react';
import { useLogoutIfAccessDenied } from 'react-admin';
import { FileDrop } from '../file-drop.tsx';
import { reasonOf } from '../outcome.ts';
import { Progress } from '../work-dialog.tsx';
import type { Reading } from './read-worker.ts';
import { FileRefused, type Table } from './table.ts';

/** The lines of a file, and what is left out of it, in sentences. */
export interface Checked<Line> {
  lines: Line[];
  leftOut: string[];
  /** Whether staff has confirmed what the server asked for. */
  isConfirmed?: boolean;
}

/** The steps from a list to what the server did with its lines; `failure` is the reason why the last one failed. */
type LineStep<Line> =
  | { name: 'choose'; failure?: string }
  | { name: 'working'; task: string; done: number; total: number }
  | ({ name: 'preview' | 'result'; failure?: string } & Checked<Line>);

interface LineOutcome {
  line: number;
  outcome: string;
  message?: string | undefined;
}

export type Report<Line> = (done: number, total: number, sofar: Line[]) => void;

interface Sending<Line> {
  perCall: number;
  send: (part: Line[]) => Promise<readonly LineOutcome[]>;
  report: Report<Line>;
}

/** Sends the lines that are ready in parts. Resolves with all lines and their outcomes. */
export async function sendLines<Line extends LineOutcome>(lines: Line[], { perCall, send, report }: Sending<Line>) {
  const ready = lines.filter(({ outcome }) => outcome === 'ready');
  let checked = lines;
  for (let start = 0; start < ready.length; start += perCall) {
    report(start, ready.length, checked);
    const response = await send(ready.slice(start, start + perCall));
    const outcomes = new Map(response.map((outcome) => [outcome.line, outcome]));
    checked = checked.map((line) => {
      const { outcome = line.outcome, message = line.message } = outcomes.get(line.line) ?? {};
      return { ...line, outcome, ...(message !== undefined && { message }) };
    });
  }
  return checked;
}

export function useLineSteps<Line extends LineOutcome>() {
  const leaveIfAccessDenied = useLogoutIfAccessDenied();
  const [step, setStep] = useState<LineStep<Line>>({ name: 'choose' });

  /** Says why a step failed; leaves when the session has ended. */
  const reason = async (error: unknown) => {
    if (error instanceof FileRefused) return error.message;
    await leaveIfAccessDenied(error);
    return reasonOf(error) ?? 'Une erreur inattendue est survenue. Réessayez plus tard.';
  };

  const read = async (file: Blob | undefined, take: (tables: Table[]) => Promise<void>) => {
    if (!file) return;
    setStep({ name: 'working', task: 'Lecture du fichier', done: 0, total: 0 });
    try {
      await take(await readFile(file));
    } catch (error) {
      setStep({ name: 'choose', failure: await reason(error) });
    }
  };

  /** Writes lines; what is already done is in the preview when that fails. */
  const write = async (task: string, checked: Checked<Line>, send: (report: Report<Line>) => Promise<Line[]>) => {
    const { leftOut, isConfirmed = false } = checked;
    let { lines } = checked;
    try {
      lines = await send((done, total, sofar) => {
        lines = sofar;
        setStep({ name: 'working', task, done, total });
      });
      setStep({ name: 'result', leftOut, lines });
    } catch (error) {
      setStep({ name: 'preview', leftOut, lines, isConfirmed, failure: await reason(error) });
    }
  };

  return { step, setStep, reason, read, write, restart: () => setStep({ name: 'choose' }) };
}

/** Why the last step failed, or how far the present one is. */
export function StepState({ step }: { step: LineStep<unknown> }) {
  if (step.name !== 'working') {
    return (
      step.failure && (
        <Alert severity="error" sx={{ mb: 2 }}>
          {step.failure}
        </Alert>
      )
    );
  }
  const { task, done, total } = step;
  const label = total > 0 ? `${task}\u00a0: ${done} sur ${total}` : `${task}…`;
  return <Progress label={label} isStatus done={done} total={total} />;
}

/** Where a file with a table is chosen. */
export const TableDrop = ({ hint, onFile }: { hint: string; onFile: (file: File | undefined) => void }) => (
  <FileDrop
    label="Choisir un fichier"
    hint={hint}
    accept=".xlsx,.xls,.csv,.txt,.tsv,.html,.htm"
    onFiles={([file]) => onFile(file)}
  />
);

/** What an import leaves out of a file, above the lines that it will write. */
export function LeftOut({ sentences }: { sentences: readonly string[] }) {
  if (sentences.length === 0) return null;
  return (
    <Alert severity="warning" role="note" sx={{ mb: 2 }}>
      {sentences.map((sentence) => (
        <div key={sentence}>{sentence}</div>
      ))}
    </Alert>
  );
}

const UNREADABLE = "Ce fichier n'a pas pu être lu. Enregistrez-le à nouveau dans Excel, ou au format CSV.";
/** In milliseconds. Some files take forever, such as one whose only row is the billionth. */
const TIMEOUT_MS = 30_000;

/** The tables of a file, read in a worker, so that the page stays responsive. @throws FileRefused */
async function readFile(file: Blob): Promise<Table[]> {
  const worker = new Worker(new URL('./read-worker.ts', import.meta.url), { type: 'module' });
  try {
    const reading = await new Promise<Reading>((resolve, reject) => {
      worker.addEventListener('message', ({ data }: MessageEvent<Reading>) => resolve(data));
      worker.addEventListener('error', () => reject(new FileRefused(UNREADABLE)));
      setTimeout(() => reject(new FileRefused(UNREADABLE)), TIMEOUT_MS);
      worker.postMessage(file);
    });
    if ('refusal' in reading) throw new FileRefused(reading.refusal ?? UNREADABLE);
    return reading.tables;
  } finally {
    worker.terminate();
  }
}
