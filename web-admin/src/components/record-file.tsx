import type { ReactNode } from 'react';
import { type RaRecord, useGetOne } from 'react-admin';
import { useParams } from 'react-router-dom';
import { LoadFailure, Loading } from './list-state.tsx';
import { NotFound } from './not-found.tsx';

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
