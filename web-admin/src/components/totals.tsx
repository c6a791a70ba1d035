import { MAX_COUNTED } from '@fasocolis/contracts/lists';
import { Box } from '@mui/material';
import { useGetList } from 'react-admin';

export const UNREAD = { isRead: false };

/** One row is the minimum: only the total is used. */
const COUNT_ONLY = { pagination: { page: 1, perPage: 1 }, sort: { field: 'id', order: 'DESC' } } as const;

export const useTotal = (
  resource: string,
  filter: object = {},
  options: { enabled?: boolean; refetchInterval?: number } = {},
) => useGetList(resource, { ...COUNT_ONLY, filter }, options);

/** A total of a list in words: "plus de 10 000" when the list counts no further. */
export const totalText = (total: number) =>
  total === MAX_COUNTED + 1 ? `plus de ${MAX_COUNTED.toLocaleString('fr-FR')}` : total.toLocaleString('fr-FR');

export function UnreadMessages() {
  const { total } = useTotal('contact-messages', UNREAD);
  return <CountBadge count={total} said="non lu(s)" />;
}

export const UNNAMED = { unnamed: true };

export function UnnamedParcels() {
  const { total } = useTotal('orders', UNNAMED);
  return <CountBadge count={total} said="colis sans nom" />;
}

export const NOT_TOLD = { told: false };

/** Those who asked for a sign-in link included. */
export function PeopleToTell() {
  const { total: people = 0 } = useTotal('to-tell', NOT_TOLD);
  const { total: requests = 0 } = useTotal('sign-in-link-requests');
  return <CountBadge count={people + requests} said="personne(s)" />;
}

function CountBadge({ count, said }: { count: number | undefined; said: string }) {
  if (!count) return null;
  return (
    <Box component="span" sx={countStyle}>
      {count} <span className="fc-sr-only">{said}</span>
    </Box>
  );
}

export const countStyle = {
  minWidth: 24,
  px: 0.75,
  borderRadius: '999px',
  textAlign: 'center',
  fontSize: 'var(--fc-text-small)',
  fontWeight: 700,
  fontVariantNumeric: 'tabular-nums',
  lineHeight: '24px',
  color: '#fff',
  bgcolor: 'error.main',
} as const;
