import { spacedPhone } from '@fasocolis/contracts/reading/dialling-code';
import type { SignInLinkRequest } from '@fasocolis/contracts/sign-in-links';
import { longMoment } from '@fasocolis/web-kit/dates';
import { Box, Card, Typography } from '@mui/material';
import { useGetList } from 'react-admin';
import { SignInLinkButton } from '../../components/sign-in-link.tsx';

/** Customers who forgot their password and wait for a link: "Demande de lien". */
export function LinkRequests() {
  const { data = [] } = useGetList<SignInLinkRequest>('sign-in-link-requests', {
    pagination: { page: 1, perPage: 25 },
    sort: { field: 'linkRequestedAt', order: 'ASC' },
  });
  if (data.length === 0) return null;
  return (
    <Box component="ul" aria-label="Demandes de lien" sx={{ display: 'grid', gap: 1, m: 0, mb: 2, p: 0 }}>
      {data.map(({ id, name, phone, requestedAt }) => (
        <Card key={id} component="li" sx={{ p: 2, listStyle: 'none' }}>
          <Typography sx={{ fontWeight: 700, overflowWrap: 'anywhere' }}>Demande de lien&nbsp;: {name}</Typography>
          <Typography sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
            {spacedPhone(phone)}, mot de passe oublié le {longMoment(requestedAt)}
          </Typography>
          <SignInLinkButton phone={phone} name={name} sx={{ mt: 1 }} />
        </Card>
      ))}
    </Box>
  );
}
