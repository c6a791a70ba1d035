import type { LucideIcon } from 'lucide-react';
import { type ReactNode, type Ref, useId } from 'react';
import { Button } from '../../shared/button.tsx';

interface SectionProps {
  title: string;
  /** Whether it stands alone below the tabs. */
  isCard?: boolean;
  ref?: Ref<HTMLElement>;
  children: ReactNode;
}

/** A part of the profile under its heading. */
export function ProfileSection({ title, isCard = false, ref, children }: SectionProps) {
  const id = useId();
  const look = isCard
    ? 'mt-4 rounded-2xl bg-surface p-4 shadow-lg ring-1 ring-hairline sm:p-8'
    : 'mt-8 scroll-mt-20 border-t border-line pt-6';
  return (
    <section ref={ref} aria-labelledby={id} className={look}>
      <h2 id={id} className="text-lg font-semibold">
        {title}
      </h2>
      {children}
    </section>
  );
}

export const NotLoaded = ({ onRetry, children }: { onRetry: () => void; children: string }) => (
  <div className="mt-3 grid justify-items-start gap-2">
    <p className="text-ink-soft">{children}</p>
    <Button label="Réessayer" onClick={onRetry} />
  </div>
);

interface RowProps {
  icon?: LucideIcon;
  name: ReactNode;
  details: ReactNode;
  /** The button that ends it. */
  children: ReactNode;
}

/** A device or a way to sign in. */
export const Row = ({ icon: Icon, name, details, children }: RowProps) => (
  <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
    <div className="flex min-w-0 items-center gap-3">
      {Icon && <Icon aria-hidden size={24} className="shrink-0 text-brand" />}
      <div className="min-w-0">
        <p className="font-medium">{name}</p>
        <p className="text-sm text-ink-soft tabular-nums">{details}</p>
      </div>
    </div>
    {children}
  </li>
);
