import type { InputHTMLAttributes, Ref } from 'react';

interface Props extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'className'> {
  label: string;
  ref?: Ref<HTMLInputElement>;
}

/** Something that is on or off: a checkbox that looks like a switch. */
export function SwitchField({ label, ...input }: Props) {
  return (
    <label className="flex min-h-11 cursor-pointer items-center justify-between gap-4 font-medium">
      {label}
      <input
        {...input}
        type="checkbox"
        className="relative h-7 w-12 shrink-0 cursor-pointer appearance-none rounded-full bg-control-line transition-colors duration-150 before:absolute before:top-1 before:left-1 before:size-5 before:rounded-full before:bg-surface before:transition-transform before:duration-150 checked:bg-brand checked:before:translate-x-5"
      />
    </label>
  );
}
