import { Box } from '@mui/material';
import type { ReactNode } from 'react';
import { type Identifier, type RaRecord, useGetOne } from 'react-admin';
import { useParams } from 'react-router-dom';
import { LoadFailure, Loading } from './list-state.tsx';
import { NotFound } from './not-found.tsx';
import { TextButton } from './text-button.tsx';
import { WorkDialog } from './work-dialog.tsx';

interface RecordViewProps<Row> {
  resource: string;
  id: Identifier;
  title: (row: Row) => ReactNode;
  actions?: (row: Row) => ReactNode;
  staleTime?: number;
  /** Called when the user closes the view, and when the record does not exist: nothing was shown then. */
  onClose: () => void;
  children: (row: Row) => ReactNode;
}

export function RecordView<Row extends RaRecord>(props: RecordViewProps<Row>) {
  const { resource, id, title, actions, staleTime = 0, onClose, children } = props;
  const { data: row } = useGetOne<Row>(resource, { id }, { staleTime, onError: onClose });
  if (!row) return null;
  return (
    <WorkDialog
      title={title(row)}
      closesOnClick
      actions={
        <>
          <TextButton label="Fermer" onClick={onClose} />
          {actions?.(row)}
        </>
      }
      onClose={onClose}
    >
      {children(row)}
    </WorkDialog>
  );
}

/** Names and values; undefined values are omitted. */
export function Facts({ sx = rows, children }: { sx?: object; children: Record<string, ReactNode> }) {
  return (
    <Box component="dl" sx={[factsStyle, sx]}>
      {Object.entries(children).map(
        ([name, value]) =>
          value !== undefined && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </Box>
  );
}

/** One fact per line, its name beside its value. */
export const factRows = (columns: string | { sm: string }, py: number) => ({
  display: 'grid',
  '& > div': {
    display: 'grid',
    gridTemplateColumns: columns,
    columnGap: 2,
    py,
    borderBottom: '1px solid var(--fc-line)',
  },
});

const rows = factRows({ sm: 'min(200px, 40%) minmax(0, 1fr)' }, 1.25);

const factsStyle = {
  m: 0,
  fontVariantNumeric: 'tabular-nums',
  '& dt': { color: 'text.secondary' },
  '& dd': { m: 0, fontWeight: 600, overflowWrap: 'anywhere' },
} as const;

interface RecordFileProps<Row> {
  resource: string;
  failure: string;
  children: (row: Row) => ReactNode;
}

/** The screen of the record whose id is in the address. */
export function RecordFile<Row extends RaRecord>({ resource, failure, children }: RecordFileProps<Row>) {
  const { id = '' } = useParams();
  const isId = /^[1-9]\d{0,9}$/.test(id);
  const { data, error, isPending, refetch } = useGetOne<Row>(
    resource,
    { id: Number(id) },
    { enabled: isId, retry: false },
  );
  if (!isId || (error as { status?: number } | null)?.status === 404) return <NotFound />;
  if (error) return <LoadFailure onRetry={refetch}>{`${failure} ${error.message}`}</LoadFailure>;
  if (isPending) return <Loading height={400} sx={{ p: { xs: 2, md: 4 } }} />;
  return children(data);
}
