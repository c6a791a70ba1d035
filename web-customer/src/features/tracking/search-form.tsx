import Search from 'lucide-react/icons/search';
import { useId, useState } from 'react';
import { buttonClass } from '../../shared/button.tsx';
import { paths } from '../../shared/paths.ts';

interface Props {
  reference: string;
  /** Whether the page was opened with an empty search. */
  wasBlank: boolean;
  onFocus: () => void;
  onSearch: (reference: string) => void;
}

export function SearchForm({ reference, wasBlank, onFocus, onSearch }: Props) {
  const id = useId();
  const [text, setText] = useState(reference);
  const [shown, setShown] = useState(reference);
  const [isBlank, setIsBlank] = useState(wasBlank);
  if (shown !== reference) {
    setShown(reference);
    setText(reference);
    setIsBlank(false);
  }

  return (
    <form
      action={paths.home}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setIsBlank(!text.trim());
        if (text.trim()) onSearch(text.trim());
      }}
    >
      <label htmlFor={id} className={reference ? 'sr-only' : 'mb-1 block text-sm font-medium'}>
        Numéro de suivi
      </label>
      <div className="flex flex-wrap gap-2">
        <div className="relative min-w-0 grow basis-32 text-ink">
          <Search aria-hidden size={20} className="absolute top-4 left-4 text-ink-soft" />
          <input
            id={id}
            name="tracking"
            value={text}
            onFocus={onFocus}
            onPaste={(event) => {
              const pasted = event.clipboardData.getData('text');
              if (!/[\r\n]/.test(pasted)) return;
              // The field would join the lines without a space.
              event.preventDefault();
              const { selectionStart, selectionEnd } = event.currentTarget;
              const line = pasted.replace(/\s+/g, ' ');
              setText(text.slice(0, selectionStart ?? text.length) + line + text.slice(selectionEnd ?? text.length));
            }}
            onChange={(event) => {
              setText(event.target.value);
              if (isBlank) setIsBlank(!event.target.value.trim());
            }}
            enterKeyHint="search"
            autoComplete="off"
            autoCapitalize="characters"
            autoCorrect="off"
            spellCheck={false}
            aria-invalid={isBlank}
            aria-describedby={isBlank ? `${id}-error` : undefined}
            className="h-13 w-full rounded-xl bg-surface pr-3 pl-12 font-mono text-lg tracking-wide"
          />
        </div>
        <button type="submit" className={buttonClass('primary', 'h-13 text-lg sm:px-8')}>
          Suivre
        </button>
      </div>
      {isBlank && (
        <p
          id={`${id}-error`}
          role="alert"
          className="mt-2 rounded-lg bg-danger-surface px-3 py-2 text-sm font-medium text-danger"
        >
          Veuillez saisir un numéro de suivi
        </p>
      )}
    </form>
  );
}
