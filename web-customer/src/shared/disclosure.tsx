import ChevronDown from 'lucide-react/icons/chevron-down';
import type { ReactNode } from 'react';

interface Props {
  summary: string;
  className: string;
  children: ReactNode;
}

/** A part of a screen that is collapsed at first. */
export const Disclosure = ({ summary, className, children }: Props) => (
  <details className={`group ${className}`}>
    <summary className="flex min-h-12 list-none items-center justify-between gap-2 font-semibold [&::-webkit-details-marker]:hidden">
      {summary}
      <ChevronDown
        aria-hidden
        size={20}
        className="transition-transform duration-150 group-open:transform-[rotate(180deg)]"
      />
    </summary>
    {children}
  </details>
);
