import { PRODUCT_NAME } from '@fasocolis/contracts/brand';
import CircleCheck from 'lucide-react/icons/circle-check';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { type ReactNode, useEffect, useRef } from 'react';
import { ButtonLink } from './button.tsx';

interface NarrowPageProps {
  title: string;
  intro?: string;
  children: ReactNode;
  below?: ReactNode;
}

export function NarrowPage({ title, intro, children, below }: NarrowPageProps) {
  return (
    <div className="mx-auto max-w-md px-4 pt-8 sm:pt-14">
      <title>{`${title} - ${PRODUCT_NAME}`}</title>
      <h1 className="text-2xl/9 font-bold">{title}</h1>
      {intro && <p className="mt-1 text-pretty text-ink-soft">{intro}</p>}
      <div className="mt-6 rounded-2xl bg-surface p-4 shadow-lg ring-1 ring-hairline sm:p-8">{children}</div>
      {below}
    </div>
  );
}

interface OutcomeProps {
  tone: 'success' | 'failure';
  title: string;
  text: string;
  /** Where it leads, and what the link says. */
  to: string;
  label: string;
  variant?: 'primary' | 'secondary';
}

/** The outcome of a form or a request, in its place; it takes the focus, so that screen readers announce it. */
export function Outcome({ tone, title, text, to, label, variant = 'primary' }: OutcomeProps) {
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => panel.current?.focus({ preventScroll: true }), []);
  const Icon = tone === 'success' ? CircleCheck : TriangleAlert;
  return (
    <div className="mx-auto max-w-md px-4 pt-8 sm:pt-14">
      <title>{`${title} - ${PRODUCT_NAME}`}</title>
      <div
        ref={panel}
        tabIndex={-1}
        className="grid animate-rise grid-cols-1 justify-items-center gap-4 rounded-2xl bg-surface px-4 py-10 text-center wrap-anywhere shadow-lg ring-1 ring-hairline outline-none! sm:px-8"
      >
        <span
          className={`grid size-16 place-items-center rounded-full ${tone === 'success' ? 'bg-green-surface text-green' : 'bg-danger-surface text-danger'}`}
        >
          <Icon aria-hidden size={32} />
        </span>
        <h1 className="text-xl font-bold">{title}</h1>
        <p className="text-ink-soft">{text}</p>
        <ButtonLink to={to} label={label} variant={variant} className="mt-2 min-h-12 w-full" />
      </div>
    </div>
  );
}

export function EmptyState({ drawing, title, action }: { drawing: ReactNode; title: string; action: ReactNode }) {
  return (
    <div className="grid animate-rise grid-cols-1 justify-items-center gap-4 rounded-2xl bg-surface px-4 py-10 text-center ring-1 ring-hairline">
      {drawing}
      <p className="text-lg font-semibold">{title}</p>
      {action}
    </div>
  );
}
