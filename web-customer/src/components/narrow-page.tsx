import { PRODUCT_NAME } from '@fasocolis/contracts/brand';
import type { ReactNode } from 'react';

interface Props {
  title: string;
  intro?: string;
  children: ReactNode;
  /** What stands under the card. */
  below?: ReactNode;
}

/** A screen with one thing to do: its title above one card. */
export function NarrowPage({ title, intro, children, below }: Props) {
  return (
    <div className="mx-auto max-w-md px-4 pt-8 sm:pt-14">
      <title>{`${title} - ${PRODUCT_NAME}`}</title>
      <h1 className="text-2xl/9 font-bold">{title}</h1>
      {intro && <p className="mt-1 text-pretty text-ink-soft">{intro}</p>}
      <div className="mt-6 rounded-2xl bg-surface p-4 shadow-lg ring-1 ring-ink/5 sm:p-8">{children}</div>
      {below}
    </div>
  );
}
