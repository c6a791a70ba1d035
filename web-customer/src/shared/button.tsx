const SHARED =
  'inline-flex min-h-11 items-center justify-center gap-2 rounded-xl px-3 py-2 text-center font-semibold wrap-anywhere sm:px-4 transition-colors duration-150 disabled:opacity-60';

const VARIANTS = {
  primary: 'bg-accent text-on-accent hover:bg-accent-hover',
  secondary: 'border border-control-line bg-surface text-ink hover:bg-canvas',
  brand: 'bg-brand text-white hover:bg-brand-hover',
  danger: 'bg-danger text-white hover:opacity-90',
  icon: 'w-11 shrink-0 p-0! text-ink hover:bg-canvas',
};

export const buttonClass = (variant: keyof typeof VARIANTS, extra = '') => `${SHARED} ${VARIANTS[variant]} ${extra}`;

interface Props {
  idle: string;
  pending: string;
  isPending: boolean;
}

export function SubmitButton({ idle, pending, isPending }: Props) {
  return (
    <button type="submit" className={buttonClass('primary', 'min-h-12')} disabled={isPending}>
      {isPending ? pending : idle}
    </button>
  );
}
