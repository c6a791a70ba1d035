import { Box, Chip } from '@mui/material';
import type { ReactNode } from 'react';
import {
  AddSavedQueryIconButton,
  extractValidSavedQueries,
  RemoveSavedQueryIconButton,
  useListContext,
  useSavedQueries,
} from 'react-admin';
import { TextButton } from './text-button.tsx';

interface FilterChipsProps {
  /** The words for the value of each filter; others have no chip. */
  words: Record<string, (value: never) => ReactNode>;
}

/** The active filters of a list, each with a way to remove it, and the saved filters of this device. */
export function FilterChips({ words }: FilterChipsProps) {
  const { filterValues, setFilters, setSort, resource, sort, perPage } = useListContext();
  const [stored] = useSavedQueries(resource);
  const saved = extractValidSavedQueries(stored);
  const names = Object.keys(words).filter((name) => name in filterValues);
  const current = JSON.stringify({ filter: filterValues, sort, perPage });
  const isSaved = saved.some(({ value }) => JSON.stringify(pick(value)) === current);
  if (names.length === 0 && saved.length === 0) return null;

  const remove = (removed: string) =>
    setFilters(Object.fromEntries(Object.entries(filterValues).filter(([name]) => name !== removed)));
  return (
    <Box component="section" aria-label="Filtres actifs" className="row centred" sx={rowStyle}>
      {names.map((name) => (
        <Chip
          key={name}
          label={words[name]?.(filterValues[name] as never)}
          title="Retirer ce filtre"
          // The icon alone cannot be reached by keyboard.
          onClick={() => remove(name)}
          onDelete={() => remove(name)}
        />
      ))}
      {names.length > 0 && <TextButton label="Tout effacer" onClick={() => setFilters({})} />}
      {names.length > 0 && (isSaved ? <RemoveSavedQueryIconButton /> : <AddSavedQueryIconButton />)}
      {saved.map(({ label, value }) => (
        <Chip
          key={label}
          label={label}
          variant="outlined"
          color="primary"
          onClick={() => {
            setFilters(value.filter ?? {});
            if (value.sort) setSort(value.sort);
          }}
        />
      ))}
    </Box>
  );
}

/** What identifies a saved filter. */
const pick = ({ filter, sort, perPage }: { filter?: unknown; sort?: unknown; perPage?: unknown }) => ({
  filter,
  sort,
  perPage,
});

const rowStyle = { mb: 2, '& .MuiChip-root': { maxWidth: '100%', minHeight: 32 } } as const;
