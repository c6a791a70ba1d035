import { Alert, Box, Button, Typography } from '@mui/material';
import PackageOpen from 'lucide-react/icons/package-open';
import SearchX from 'lucide-react/icons/search-x';
import type { ReactNode } from 'react';
import { useListContext } from 'react-admin';

interface ListStateProps {
  /** Has the shape of the list that is to come. */
  skeleton: ReactNode;
  /** One sentence for a list that is empty without any filter. */
  empty: string;
  /** Stands above that sentence. */
  emptyTitle?: string;
  /** What to do about an empty list. */
  emptyAction?: ReactNode;
  /** The sentence for a list that did not come, where it is not the usual one with its reason. */
  failure?: string;
  /** False where the screen has a button of its own that empties the search. */
  canClear?: boolean;
  children: ReactNode;
}

/** The rows of the surrounding list, or why there are none. */
export function ListState({
  skeleton,
  empty,
  emptyTitle,
  emptyAction,
  failure,
  canClear = true,
  children,
}: ListStateProps) {
  const { data, error, isPending, refetch, filterValues, setFilters } = useListContext();

  if (error) {
    return (
      <Alert
        severity="error"
        action={
          <Button color="inherit" onClick={() => void refetch()}>
            Réessayer
          </Button>
        }
      >
        {failure ?? `La liste n'a pas pu être chargée. ${error.message}`}
      </Alert>
    );
  }
  if (isPending) {
    return (
      <Box role="status">
        <span className="fc-sr-only">Chargement en cours</span>
        {skeleton}
      </Box>
    );
  }
  if (data?.length) return children;

  const isFiltered = Object.keys(filterValues).length > 0;
  const Drawing = isFiltered ? SearchX : PackageOpen;
  return (
    <Box sx={{ display: 'grid', justifyItems: 'center', gap: 2, py: 8, textAlign: 'center', color: 'text.secondary' }}>
      <Drawing aria-hidden size={64} strokeWidth={1} />
      {!isFiltered && emptyTitle && (
        <Typography component="h2" sx={{ fontWeight: 700, color: 'text.primary' }}>
          {emptyTitle}
        </Typography>
      )}
      <Typography>{isFiltered ? 'Aucun résultat pour cette recherche.' : empty}</Typography>
      {!isFiltered && emptyAction}
      {isFiltered && canClear && (
        <Button variant="outlined" onClick={() => setFilters({})}>
          Effacer la recherche
        </Button>
      )}
    </Box>
  );
}
