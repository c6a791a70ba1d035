import { CreditSchema } from '@fasocolis/contracts/payments';
import { api } from '@fasocolis/web-kit/api';
import { FormControlLabel, Switch, Typography } from '@mui/material';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { LoadFailure } from '../../components/list-state.tsx';
import { outcomeToasts } from '../../components/outcome.ts';

/** Whether the parcels of a user are handed over with a rest. */
export function CreditSwitch({ userId }: { userId: number }) {
  const queryClient = useQueryClient();
  const queryKey = ['credits', userId];
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.get('/api/credits/:userId', CreditSchema, { params: { userId }, signal }),
  });
  const { mutate, isPending } = useMutation({
    mutationFn: (hasCredit: boolean) =>
      api.patch('/api/credits/:userId', { hasCredit }, CreditSchema, { params: { userId } }),
    ...outcomeToasts({
      success: 'Crédit mis à jour',
      failure: (reason) => reason,
      onSuccess: (saved) => queryClient.setQueryData(queryKey, saved),
    }),
  });
  if (error) return <LoadFailure onRetry={refetch}>Le crédit n'a pas pu être chargé.</LoadFailure>;
  return (
    <>
      <FormControlLabel
        sx={{ mt: 2 }}
        control={
          <Switch
            checked={data?.hasCredit ?? false}
            disabled={!data || isPending}
            onChange={(_event, hasCredit) => mutate(hasCredit)}
          />
        }
        label="Crédit"
      />
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        Ses colis lui sont remis même s'il reste à payer.
      </Typography>
    </>
  );
}
