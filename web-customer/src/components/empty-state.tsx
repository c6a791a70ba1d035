import type { ReactNode } from 'react';

interface Props {
  /** A small inline drawing. */
  drawing: ReactNode;
  title: string;
  /** The one thing to do instead. */
  action: ReactNode;
}

/** Stands where a list would, when it has nothing in it. */
export function EmptyState({ drawing, title, action }: Props) {
  return (
    <div className="grid animate-rise justify-items-center gap-4 rounded-2xl bg-surface px-4 py-10 text-center ring-1 ring-ink/5">
      {drawing}
      <p className="text-lg font-semibold">{title}</p>
      {action}
    </div>
  );
}
