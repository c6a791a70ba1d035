import { DIALLING_CODES, type DiallingCode } from '@fasocolis/contracts/reading/dialling-code';
import ChevronDown from 'lucide-react/icons/chevron-down';
import { Field, type FieldProps } from './field.tsx';

interface Props extends Omit<FieldProps, 'type' | 'leading'> {
  code: DiallingCode;
  onCodeChange: (code: DiallingCode) => void;
}

export function PhoneField({ code, onCodeChange, ...field }: Props) {
  return (
    <Field
      {...field}
      type="tel"
      leading={
        // An invisible select over the code: the names of countries would not fit beside the number.
        <span className="relative inline-flex shrink-0 items-center gap-1 rounded-xl border border-control-line px-3 tabular-nums has-focus-visible:ring-2 has-focus-visible:ring-ink has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent">
          <span aria-hidden>{code}</span>
          <ChevronDown aria-hidden size={16} />
          <select
            aria-label="Indicatif du pays"
            autoComplete="tel-country-code"
            value={code}
            onChange={(event) => {
              const chosen = DIALLING_CODES.find(([each]) => each === event.target.value);
              if (chosen) onCodeChange(chosen[0]);
            }}
            className="absolute inset-0 cursor-pointer text-base opacity-0"
          >
            {DIALLING_CODES.map(([each, country]) => (
              <option key={each} value={each}>
                {`${each} ${country}`}
              </option>
            ))}
          </select>
        </span>
      }
    />
  );
}
