import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Link, type LinkProps } from 'react-router-dom';

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

interface Look {
  label: string;
  variant?: keyof typeof VARIANTS;
  icon?: LucideIcon;
  className?: string;
}

export const Button = ({
  label,
  variant = 'secondary',
  icon: Icon,
  className,
  ...button
}: Look & ComponentProps<'button'>) => (
  <button type="button" {...button} className={buttonClass(variant, className)}>
    {Icon && <Icon aria-hidden size={20} />}
    {label}
  </button>
);

export const ButtonLink = ({ label, variant = 'secondary', icon: Icon, className, ...link }: Look & LinkProps) => (
  <Link {...link} className={buttonClass(variant, className)}>
    {Icon && <Icon aria-hidden size={20} />}
    {label}
  </Link>
);
