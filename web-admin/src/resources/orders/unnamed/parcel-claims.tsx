import { type StaffClaim, StaffClaimSchema } from '@fasocolis/contracts/claims';
import { WithdrawOrderEventSchema } from '@fasocolis/contracts/order-input';
import { api } from '@fasocolis/web-kit/api';
import { shortDate } from '@fasocolis/web-kit/dates';
import { Box, Typography } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { TextInput, useRefresh } from 'react-admin';
import { outcomeToasts } from '../../../components/outcome.ts';
import { useNames } from '../../../components/people-names.tsx';
import { CreateDialog } from '../../../components/record-dialogs.tsx';
import { useClientCodes } from '../../../components/settings.ts';
import { TabLink } from '../../../components/tab-link.tsx';
import { OutlinedButton, TextButton } from '../../../components/text-button.tsx';

/** The customers who say that a parcel is theirs, beside each other. */
export function ParcelClaims({ claims }: { claims: StaffClaim[] }) {
  const refresh = useRefresh();
  const codeOf = useClientCodes();
  const nameOf = useNames(
    [],
    claims.map(({ userId }) => userId),
  );
  const [refused, setRefused] = useState<string>();
  const { mutate: accept, isPending } = useMutation({
    mutationFn: (id: string) => api.post('/api/claims/:id/accept', undefined, StaffClaimSchema, { params: { id } }),
    ...outcomeToasts({ success: 'Colis attribué', onSuccess: refresh }),
    // After a refusal too: somebody else may have settled it.
    onSettled: refresh,
  });
  return (
    <>
      <Box component="ul" aria-label="Demandes" sx={{ display: 'grid', gap: 1, m: 0, p: 0, listStyle: 'none' }}>
        {claims.map(({ id, userId, text, createdAt }) => (
          <Box key={id} component="li" sx={{ pt: 1, borderTop: '1px solid var(--fc-line)' }}>
            <Typography sx={{ fontWeight: 700 }}>
              {[nameOf(userId), codeOf(userId)].filter(Boolean).join(', ')}
            </Typography>
            <Typography sx={{ overflowWrap: 'anywhere' }}>«&nbsp;{text}&nbsp;»</Typography>
            <Typography variant="body2">
              Demandé le {shortDate(createdAt)}. <TabLink href={`/api/claims/${id}/photo`}>Voir sa photo</TabLink>
            </Typography>
            <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 0.5 }}>
              <OutlinedButton label="Accepter" disabled={isPending} onClick={() => accept(id)} />
              <TextButton label="Refuser" color="error" disabled={isPending} onClick={() => setRefused(id)} />
            </Box>
          </Box>
        ))}
      </Box>
      {refused !== undefined && (
        <CreateDialog
          resource={`claims/${refused}/refuse`}
          title="Refuser la demande"
          schema={WithdrawOrderEventSchema}
          defaultValues={{ reason: '' }}
          submitLabel="Refuser"
          outcome={{ success: 'Demande refusée', failure: "La demande n'a pas pu être refusée" }}
          onSaved={refresh}
          onClose={() => setRefused(undefined)}
        >
          <TextInput source="reason" label="Raison" isRequired multiline helperText="Le client la lit." />
        </CreateDialog>
      )}
    </>
  );
}
