import type { ReactNode } from 'react';

/** A thing on a dotted line, above the words of an empty list. */
export const Drawing = ({ outline, children }: { outline: string; children: ReactNode }) => (
  <svg aria-hidden="true" viewBox="0 0 200 120" fill="none" className="w-48 max-w-full text-brand">
    <path d="M8 100h184" stroke="currentColor" strokeWidth="4" strokeLinecap="round" strokeDasharray="2 12" />
    <path d={outline} fill="var(--fc-surface)" stroke="currentColor" strokeWidth="4" strokeLinejoin="round" />
    {children}
  </svg>
);
