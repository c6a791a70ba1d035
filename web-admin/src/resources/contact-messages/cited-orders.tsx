import { PublicOrderSchema } from '@fasocolis/contracts/orders';
import { referencesIn } from '@fasocolis/contracts/reading/references-in-text';
import { apiQuery } from '@fasocolis/web-kit/api-query';
import { Box, Typography } from '@mui/material';
import { useQueries } from '@tanstack/react-query';
import { Link } from 'react-router-dom';

/** Links to the files of the parcels whose references are in a text. */
export function CitedOrders({ text }: { text: string }) {
  const orders = useQueries({
    queries: referencesIn(text).map((reference) =>
      apiQuery(['cited-order', reference], '/api/orders/:reference', PublicOrderSchema, { params: { reference } }),
    ),
    // The text may contain words that only look like a reference.
    combine: (results) => results.flatMap(({ data }) => data ?? []),
  });
  if (orders.length === 0) return null;
  return (
    <Box component="section" aria-label="Colis cités" sx={listStyle}>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        Colis cités&nbsp;:
      </Typography>
      {orders.map(({ id, reference }) => (
        <Link key={id} to={`/orders/${id}`}>
          {reference}
        </Link>
      ))}
    </Box>
  );
}

const listStyle = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: 2,
  mt: 2,
  '& a': {
    display: 'inline-flex',
    alignItems: 'center',
    minHeight: 44,
    fontFamily: 'var(--fc-font-reference)',
    fontWeight: 700,
    color: 'primary.main',
  },
} as const;
