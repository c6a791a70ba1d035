import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import {
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  type TextareaHTMLAttributes,
  useId,
  useState,
} from 'react';
import { buttonClass } from './button.tsx';

interface Labelled {
  label: string;
  error?: string | undefined;
}

export interface FieldProps extends InputHTMLAttributes<HTMLInputElement>, Labelled {
  /** Shown while there is no error. */
  hint?: string | undefined;
  leading?: ReactNode;
  trailing?: ReactNode;
  ref?: React.Ref<HTMLInputElement>;
}

export function Field({ label, error, hint, leading, trailing, ...input }: FieldProps) {
  const id = useId();
  return (
    <Frame id={id} label={label} error={error}>
      <div className="flex flex-wrap gap-2">
        {leading}
        <div className="relative min-w-0 grow basis-32">
          <input
            {...input}
            {...describe(id, error)}
            className={`min-h-12 px-4 ${box(error)} ${trailing ? 'pr-14' : ''}`}
          />
          {trailing && <div className="absolute inset-y-0 right-0.5 grid place-items-center">{trailing}</div>}
        </div>
      </div>
      {hint && !error && (
        <p role="status" className="mt-1 text-sm text-ink-soft">
          {hint}
        </p>
      )}
    </Frame>
  );
}

interface TextAreaProps extends TextareaHTMLAttributes<HTMLTextAreaElement>, Labelled {
  ref?: React.Ref<HTMLTextAreaElement>;
}

/** A labelled field for several lines; it grows with its content where the browser supports that. */
export function TextArea({ label, error, ...textArea }: TextAreaProps) {
  const id = useId();
  return (
    <Frame id={id} label={label} error={error}>
      <textarea
        {...textArea}
        {...describe(id, error)}
        className={`block field-sizing-content max-h-96 min-h-36 px-4 py-3 ${box(error)}`}
      />
    </Frame>
  );
}

const box = (error: string | undefined) =>
  `w-full rounded-xl border bg-surface placeholder:text-ink-soft ${error ? 'border-danger' : 'border-control-line'}`;

const describe = (id: string, error: string | undefined) => ({
  id,
  'aria-invalid': Boolean(error),
  'aria-describedby': error ? `${id}-error` : undefined,
});

function Frame({ id, label, error, children }: Labelled & { id: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="mb-1 block font-medium">
        {label}
      </label>
      {children}
      {error && (
        <p id={`${id}-error`} role="alert" className="mt-1 text-sm text-danger">
          {error}
        </p>
      )}
    </div>
  );
}

/** A password field whose content can be shown. */
export function PasswordField(props: FieldProps) {
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <Field
      {...props}
      type={shown ? 'text' : 'password'}
      trailing={
        <button
          type="button"
          aria-label={shown ? 'Masquer le mot de passe' : 'Afficher le mot de passe'}
          className={buttonClass('icon')}
          onClick={() => setShown(!shown)}
        >
          <Icon aria-hidden size={20} />
        </button>
      }
    />
  );
}

/** A field of a password that the account does not have yet. */
export const NewPasswordField = (props: FieldProps) => <PasswordField autoComplete="new-password" {...props} />;

export const UsernameField = (props: Omit<FieldProps, 'label'>) => (
  <Field label="Nom d'utilisateur" autoComplete="username" autoCapitalize="none" spellCheck={false} {...props} />
);

interface Props extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'className'> {
  label: string;
  ref?: Ref<HTMLInputElement>;
}

export function SwitchField({ label, ...input }: Props) {
  return (
    <label className="flex min-h-11 cursor-pointer flex-wrap items-center gap-x-4 font-medium">
      <span className="min-w-0 grow basis-40 wrap-anywhere">{label}</span>
      <input
        {...input}
        type="checkbox"
        className="relative ml-auto h-7 w-12 shrink-0 cursor-pointer appearance-none rounded-full bg-control-line transition-colors duration-150 before:absolute before:top-1 before:left-1 before:size-5 before:rounded-full before:bg-surface before:transition-transform before:duration-150 checked:bg-brand checked:before:transform-[translateX(1.25rem)]"
      />
    </label>
  );
}
