import { Alert, Dialog, InputBase, Typography } from '@mui/material';
import Search from 'lucide-react/icons/search';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useLookAlike } from '../../components/look-alike.ts';
import { OutlinedButton } from '../../components/text-button.tsx';
import { hitId, Results } from './results.tsx';
import { type Hit, useResults } from './use-results.ts';

/** Pause of typing before a search, in milliseconds. */
const PAUSE_MS = 120;

/** The keys that move among the results, and by how much. */
const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };

const focusInput = (input: HTMLInputElement | null) => input?.focus();

interface SearchDialogProps {
  /** What was typed before it opened. */
  typed: string;
  onClose: () => void;
}

export default function SearchDialog({ typed, onClose }: SearchDialogProps) {
  const navigate = useNavigate();
  const listId = useId();
  const [text, setText] = useState(typed);
  const sought = usePaused(text.trim());
  const { groups, isSearch, isPending, hasFailed } = useResults(sought);
  const hits = groups.flatMap((group) => group.hits);
  const [position, setPosition] = useState(0);
  // The results may have become fewer since.
  const activePosition = Math.min(position, hits.length - 1);
  const active = hits[activePosition];
  const suggestion = useLookAlike(sought, isSearch && !isPending && hits.length === 0);

  const open = ({ to }: Hit) => {
    onClose();
    void navigate(to);
  };
  const press = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step !== undefined && hits.length > 0) setPosition((activePosition + step + hits.length) % hits.length);
    else if (event.key === 'Enter' && active && sought === text.trim()) open(active);
    else return;
    event.preventDefault();
  };

  return (
    <Dialog
      open
      fullWidth
      maxWidth="sm"
      onClose={onClose}
      sx={dialogStyle}
      slotProps={{ paper: { 'aria-label': 'Rechercher' } }}
    >
      <InputBase
        inputRef={focusInput}
        value={text}
        placeholder="Numéro, nom, téléphone, expédition…"
        startAdornment={<Search aria-hidden size={20} />}
        onChange={({ target }) => {
          setText(target.value);
          setPosition(0);
        }}
        onKeyDown={press}
        sx={{
          gap: 1.5,
          px: 2,
          minHeight: 56,
          borderBottom: '1px solid var(--fc-line)',
          '& input': { textOverflow: 'ellipsis' },
        }}
        slotProps={{
          input: {
            role: 'combobox',
            'aria-label': 'Rechercher',
            'aria-autocomplete': 'list',
            'aria-expanded': hits.length > 0,
            'aria-controls': listId,
            'aria-activedescendant': active && hitId(listId, active),
            inputMode: 'search',
            enterKeyHint: 'go',
            maxLength: 200,
          },
        }}
      />
      <Typography role="status" className={isSearch && !isPending && hits.length === 0 ? 'nothing' : 'fc-sr-only'}>
        {isSearch && wordsFor(hits.length, isPending)}
      </Typography>
      {suggestion && (
        <OutlinedButton
          label={`Vouliez-vous dire ${suggestion}\u00a0?`}
          sx={{ mx: 2, mb: 2 }}
          onClick={({ currentTarget }) => {
            setText(suggestion);
            focusInput(currentTarget.closest('[role="dialog"]')?.querySelector('input') ?? null);
          }}
        />
      )}
      {hasFailed && <Alert severity="error">Une partie de la recherche n'a pas abouti. Réessayez.</Alert>}
      <Results id={listId} groups={groups} active={active} sought={sought} onOpen={onClose} />
    </Dialog>
  );
}

function wordsFor(count: number, isPending: boolean): string {
  if (isPending) return 'Recherche en cours';
  if (count === 0) return 'Aucun résultat pour cette recherche.';
  return count === 1 ? '1 résultat' : `${count} résultats`;
}

/** The newest value that did not change for a moment. */
function usePaused(value: string): string {
  const [paused, setPaused] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return paused;
}

const dialogStyle = {
  '& .MuiDialog-container': { alignItems: 'flex-start' },
  '& .nothing': { p: 2, color: 'text.secondary' },
} as const;
