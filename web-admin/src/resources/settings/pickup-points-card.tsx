import {
  type PickupPoint,
  PickupPointsSchema,
  type SetPickupPoints,
  SetPickupPointsSchema,
} from '@fasocolis/contracts/pickup-points';
import { api } from '@fasocolis/web-kit/api';
import { zodResolver } from '@hookform/resolvers/zod';
import { Box, Button } from '@mui/material';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import Plus from 'lucide-react/icons/plus';
import Trash2 from 'lucide-react/icons/trash-2';
import { TextInput } from 'react-admin';
import { FormProvider, useFieldArray, useForm } from 'react-hook-form';
import { LoadFailure, Loading } from '../../components/list-state.tsx';
import { outcomeToasts } from '../../components/outcome.ts';
import { Section } from '../../components/screen.tsx';
import { useUnsavedChanges } from '../../components/unsaved-changes.tsx';

const pickupPointsQuery = queryOptions({
  queryKey: ['pickup-points'],
  queryFn: ({ signal }) => api.get('/api/pickup-points', PickupPointsSchema, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Where customers pick their parcels up, in each town. */
export function PickupPointsCard() {
  const { data, error, isPending, refetch } = useQuery(pickupPointsQuery);
  return (
    <Section title="Lieux de retrait">
      {isPending && <Loading height={120} />}
      {error && <LoadFailure onRetry={refetch}>Les lieux de retrait n'ont pas pu être chargés.</LoadFailure>}
      {data && !error && <PickupPointsForm points={data} />}
    </Section>
  );
}

const EMPTY = { town: '', place: '', mapUrl: '', hours: '', bring: '' };

function PickupPointsForm({ points }: { points: PickupPoint[] }) {
  const queryClient = useQueryClient();
  const form = useForm({ resolver: zodResolver(SetPickupPointsSchema), defaultValues: { value: points } });
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'value' });
  const { mutate, isPending } = useMutation({
    mutationFn: (change: SetPickupPoints) => api.post('/api/pickup-points', change, PickupPointsSchema),
    ...outcomeToasts({
      success: 'Lieux de retrait mis à jour avec succès',
      failure: (reason) => `Impossible de mettre à jour les lieux de retrait\u00a0: ${reason}`,
      onSuccess: (saved) => queryClient.setQueryData(pickupPointsQuery.queryKey, saved as PickupPoint[]),
    }),
  });
  useUnsavedChanges(form.formState.isDirty);
  const save = (change: SetPickupPoints) =>
    mutate(change, { onSuccess: () => form.reset(change, { keepValues: true }) });
  const { root } = form.formState.errors.value ?? {};

  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={(event) => void form.handleSubmit(save)(event)}>
        {fields.length === 0 && <p>Aucun. Vos clients lisent la ville du dernier jalon, sans adresse ni horaires.</p>}
        {fields.map(({ id }, index) => (
          <Box key={id} component="fieldset" sx={pointStyle}>
            <TextInput
              source={`value.${index}.town`}
              label="Ville"
              isRequired
              helperText="Comme le lieu du jalon « Prêt au retrait »."
            />
            <TextInput source={`value.${index}.place`} label="Adresse" isRequired multiline helperText={false} />
            <TextInput
              source={`value.${index}.mapUrl`}
              label="Lien de la carte"
              type="url"
              helperText="Facultatif. Dans Google Maps : Partager, puis Copier le lien."
            />
            <TextInput source={`value.${index}.hours`} label="Horaires" multiline helperText="Facultatifs." />
            <TextInput
              source={`value.${index}.bring`}
              label="À apporter"
              multiline
              helperText="Facultatif. Vide : une pièce d'identité et le numéro de suivi."
            />
            <Button color="error" startIcon={<Trash2 aria-hidden size={20} />} onClick={() => remove(index)}>
              Supprimer ce lieu
            </Button>
          </Box>
        ))}
        {root?.message && (
          <Box role="alert" sx={{ color: 'error.main' }}>
            {root.message}
          </Box>
        )}
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 1 }}>
          <Button type="submit" variant="contained" color="secondary" disabled={isPending}>
            Enregistrer
          </Button>
          <Button
            variant="outlined"
            startIcon={<Plus aria-hidden size={20} />}
            onClick={() => append(EMPTY)}
            disabled={fields.length >= 20}
          >
            Ajouter un lieu
          </Button>
        </Box>
      </form>
    </FormProvider>
  );
}

const pointStyle = {
  m: 0,
  mb: 2,
  p: 2,
  border: '1px solid var(--fc-line)',
  borderRadius: 'var(--fc-radius-input)',
} as const;
