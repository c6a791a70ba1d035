import { CreditSchema } from '@fasocolis/contracts/payments';
import { api } from '@fasocolis/web-kit/api';
import { FormControlLabel, Switch, Typography } from '@mui/material';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { LoadFailure } from '../../components/list-state.tsx';
import { outcomeToasts } from '../../components/outcome.ts';
import { creditQuery } from '../../components/payments/release.ts';

/** Whether the parcels of a user are handed over with a rest. */
export function CreditSwitch({ userId }: { userId: number }) {
  const queryClient = useQueryClient();
  const credit = creditQuery(userId);
  const { data, error, refetch } = useQuery(credit);
  const { mutate, isPending } = useMutation({
    mutationFn: (hasCredit: boolean) =>
      api.patch('/api/credits/:userId', { hasCredit }, CreditSchema, { params: { userId } }),
    ...outcomeToasts({ success: 'Crédit mis à jour' }),
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
            onChange={(_event, hasCredit) =>
              mutate(hasCredit, { onSuccess: (saved) => queryClient.setQueryData(credit.queryKey, saved) })
            }
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
