import { buttonClass } from './button-class.ts';

interface Props {
  idle: string;
  pending: string;
  isPending: boolean;
}

/** Sends a form, once at a time. */
export function SubmitButton({ idle, pending, isPending }: Props) {
  return (
    <button type="submit" className={buttonClass('primary', 'min-h-12')} disabled={isPending}>
      {isPending ? pending : idle}
    </button>
  );
}
