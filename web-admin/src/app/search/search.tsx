import { Box, Button, IconButton } from '@mui/material';
import SearchIcon from 'lucide-react/icons/search';
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { useLocation } from 'react-router-dom';

const SearchDialog = lazy(() => import('./search-dialog.tsx'));

/** Scanners type "/" on the screen that reads them. */
const SCANNER = '/scan';

/** One search over everything: a field on wide screens, an icon on narrow ones; "/" and Ctrl+K open it. */
export function Search({ isIcon = false }: { isIcon?: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const { pathname } = useLocation();
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isShortcut =
        event.key === '/'
          ? !isTyping(event.target) && pathname !== SCANNER
          : event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey);
      if (!isShortcut || event.altKey || document.querySelector('[role="dialog"]')) return;
      event.preventDefault();
      setOpen(true);
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [pathname]);

  return (
    <>
      {isIcon ? (
        <IconButton color="inherit" aria-label="Rechercher" onClick={() => setOpen(true)}>
          <SearchIcon aria-hidden />
        </IconButton>
      ) : (
        <Button
          variant="outlined"
          color="inherit"
          aria-keyshortcuts="/ Control+K"
          startIcon={<SearchIcon aria-hidden size={20} />}
          onClick={() => setOpen(true)}
          sx={fieldStyle}
        >
          <span className="fc-sr-only">Rechercher{'\u00a0: '}</span>
          Numéro, nom, téléphone, expédition…
          <Box component="kbd" aria-hidden sx={{ ml: 'auto', fontFamily: 'inherit' }}>
            /
          </Box>
        </Button>
      )}
      {isOpen && (
        <Suspense fallback={<TypedAhead onCharacter={(character) => setTyped((text) => text + character)} />}>
          <SearchDialog
            typed={typed}
            onClose={() => {
              setOpen(false);
              setTyped('');
            }}
          />
        </Suspense>
      )}
    </>
  );
}

/** Keeps what is typed before the dialog is loaded, which other shortcuts would take. */
function TypedAhead({ onCharacter }: { onCharacter: (character: string) => void }) {
  const keep = useEffectEvent(onCharacter);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.length !== 1 || event.ctrlKey || event.altKey || event.metaKey) return;
      event.preventDefault();
      event.stopPropagation();
      keep(event.key);
    };
    addEventListener('keydown', press, { capture: true });
    return () => removeEventListener('keydown', press, { capture: true });
  }, []);
  return null;
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));

const fieldStyle = {
  width: '100%',
  maxWidth: 480,
  justifyContent: 'start',
  color: 'text.secondary',
  fontWeight: 400,
  bgcolor: 'background.paper',
  borderColor: 'var(--fc-control-line)',
} as const;
