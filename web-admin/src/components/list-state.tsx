import { Alert, Box, Skeleton, Typography } from '@mui/material';
import PackageOpen from 'lucide-react/icons/package-open';
import SearchX from 'lucide-react/icons/search-x';
import type { ReactNode } from 'react';
import { useListContext } from 'react-admin';
import { OutlinedButton, TextButton } from './text-button.tsx';

interface LoadingProps {
  /** The height of each block, in pixels. */
  height: number;
  count?: number;
  sx?: object;
}

export function Loading({ height, count = 1, sx = {} }: LoadingProps) {
  return (
    <Box role="status" sx={sx}>
      <span className="fc-sr-only">Chargement en cours</span>
      {[...Array(count).keys()].map((key) => (
        <Skeleton key={key} variant="rounded" height={height} sx={{ borderRadius: 'var(--fc-radius-card)' }} />
      ))}
    </Box>
  );
}

export function LoadFailure({ onRetry, children }: { onRetry: () => unknown; children: ReactNode }) {
  const retry = <TextButton label="Réessayer" color="inherit" onClick={() => void onRetry()} />;
  return (
    <Alert severity="error" action={retry}>
      {children}
    </Alert>
  );
}

export interface ListStateProps {
  skeleton: LoadingProps;
  /** The sentence for a list that is empty without any filter. */
  empty: string;
  emptyTitle?: string | undefined;
  emptyAction?: ReactNode;
  failure?: string;
  /** False where the screen has its own button that clears the search. */
  canClear?: boolean | undefined;
  children: ReactNode;
}

export function ListState(props: ListStateProps) {
  const { skeleton, empty, emptyTitle, emptyAction, failure, canClear = true, children } = props;
  const { data, error, isPending, refetch, filterValues, setFilters } = useListContext();
  if (error) {
    return (
      <LoadFailure onRetry={refetch}>{failure ?? `La liste n'a pas pu être chargée. ${error.message}`}</LoadFailure>
    );
  }
  if (isPending) return <Loading {...skeleton} />;
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
      {isFiltered && canClear && <OutlinedButton label="Effacer la recherche" onClick={() => setFilters({})} />}
    </Box>
  );
}
