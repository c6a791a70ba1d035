import { type InputHTMLAttributes, type ReactNode, useId } from 'react';

export interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string;
  error?: string | undefined;
  /** Something that stands before the field. */
  leading?: ReactNode;
  /** Something that stands in the field's right end. */
  trailing?: ReactNode;
  ref?: React.Ref<HTMLInputElement>;
}

/** A labelled text field that says what is wrong with its content. */
export function Field({ label, error, leading, trailing, ...input }: FieldProps) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-medium">
        {label}
      </label>
      <div className="flex gap-2">
        {leading}
        <div className="relative min-w-0 grow">
          <input
            {...input}
            id={id}
            aria-invalid={Boolean(error)}
            aria-describedby={error ? `${id}-error` : undefined}
            className={`min-h-12 w-full rounded-xl border bg-surface px-4 ${error ? 'border-danger' : 'border-control-line'} ${trailing ? 'pr-14' : ''}`}
          />
          {trailing && <div className="absolute inset-y-0 right-0.5 grid place-items-center">{trailing}</div>}
        </div>
      </div>
      {error && (
        <p id={`${id}-error`} role="alert" className="mt-1 text-sm text-danger">
          {error}
        </p>
      )}
    </div>
  );
}
