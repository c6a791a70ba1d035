import CircleDot from 'lucide-react/icons/circle-dot';
import ClipboardCheck from 'lucide-react/icons/clipboard-check';
import Flag from 'lucide-react/icons/flag';
import Hourglass from 'lucide-react/icons/hourglass';
import House from 'lucide-react/icons/house';
import MailOpen from 'lucide-react/icons/mail-open';
import Package from 'lucide-react/icons/package';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import Truck from 'lucide-react/icons/truck';
import { longDate, shortDate, timeGmt } from './dates.ts';
import type { TimelineStep } from './timeline.ts';

export interface TrackerStep extends Omit<TimelineStep, 'status'> {
  /** "active", "completed"; anything else counts as pending. */
  status: string;
}

const ICONS = [ClipboardCheck, Package, Truck, MailOpen, House];
const KIND_ICONS = { step: CircleDot, waiting: Hourglass, problem: TriangleAlert, end: Flag };

/** Share of the bar that is filled, in percent: up to the active step, else up to the last completed one. */
export function filledPercent(steps: readonly TrackerStep[]): number {
  const reached =
    steps.find((step) => step.status === 'active') ?? steps.filter((step) => step.status === 'completed').pop();
  return reached ? ((reached.number - 1) / (steps.length - 1)) * 100 : 0;
}

/** The journey of a parcel: five steps in a row with a bar, their dates below. Adapts to the available width. */
export function Tracker({ steps }: { steps: readonly TrackerStep[] }) {
  return (
    <div className="fc-tracker">
      <div className="fc-tracker-bar" data-testid="tracker-bar" aria-hidden>
        <div className="fc-tracker-fill" data-percent={filledPercent(steps)} />
      </div>
      <ol className="fc-tracker-steps" aria-label="Étapes du colis">
        {steps.map((step) => (
          <Step key={step.number} step={step} />
        ))}
      </ol>
    </div>
  );
}

const STATE_TEXT = { completed: 'étape terminée', active: 'étape en cours', pending: 'étape à venir' };

function Step({ step: { number, label, status, timestamp, isEstimated, mark } }: { step: TrackerStep }) {
  const state = status === 'active' || status === 'completed' ? status : 'pending';
  const shown = state === 'pending' ? undefined : timestamp;
  const Icon = ICONS[number - 1] ?? Package;
  const about = isEstimated ? 'env. ' : '';
  const when = shown && `${about}${longDate(shown)}, ${timeGmt(shown)}`;
  const markText = mark?.label;
  const MarkIcon = mark && KIND_ICONS[mark.kind];

  return (
    <li
      className="fc-tracker-step"
      data-testid={`tracker-step-${number}`}
      data-status={state}
      data-kind={mark?.kind}
      aria-current={state === 'active' ? 'step' : undefined}
      title={[label, when ?? STATE_TEXT.pending, ...(markText ? [markText] : [])].join(' : ')}
    >
      <span className="fc-tracker-icon">
        <Icon aria-hidden size={20} />
        {MarkIcon && (
          <span className="fc-tracker-kind">
            <MarkIcon aria-hidden size={14} />
          </span>
        )}
      </span>
      {state === 'active' && (
        <span aria-hidden className="fc-tracker-here">
          {label}
        </span>
      )}
      <span className="fc-tracker-text">
        <span className="fc-tracker-label">
          {label}
          <span className="fc-sr-only">, {STATE_TEXT[state]}</span>
          {markText && (
            <>
              <span className="fc-sr-only">, </span>
              <span className="fc-tracker-mark">{markText}</span>
            </>
          )}
        </span>
        {shown && (
          <time className="fc-tracker-time" dateTime={shown.toISOString()}>
            <span>
              {about}
              {shortDate(shown)}
            </span>{' '}
            <span>{timeGmt(shown)}</span>
          </time>
        )}
      </span>
    </li>
  );
}
