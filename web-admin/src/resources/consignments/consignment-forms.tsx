import {
  CreateConsignmentSchema,
  SuggestedCodeSchema,
  UpdateConsignmentSchema,
} from '@fasocolis/contracts/consignments';
import type { TransportMode } from '@fasocolis/contracts/orders';
import { api } from '@fasocolis/web-kit/api';
import { Box } from '@mui/material';
import { skipToken, useQuery } from '@tanstack/react-query';
import { DateInput, SelectInput, TextInput } from 'react-admin';
import { type FieldValues, useWatch } from 'react-hook-form';
import { MODES } from '../../components/choices.ts';
import { FrancsInput } from '../../components/payments.tsx';
import { useIsAgent } from '../../providers/use-user.ts';

const fields = (
  <>
    <TextInput source="departureCity" isRequired helperText="Par exemple Guangzhou." />
    <TextInput source="carrierNumber" helperText="Facultatif&nbsp;: la LTA de l'avion ou le numéro du conteneur." />
    <Box sx={{ display: 'grid', gridTemplateColumns: { sm: '1fr 1fr' }, columnGap: 2 }}>
      <TextInput source="billOfLading" helperText="Facultatif, par bateau." />
      <TextInput source="bescNumber" helperText="Facultatif." />
    </Box>
    <Box sx={{ display: 'grid', gridTemplateColumns: { sm: '1fr 1fr' }, columnGap: 2 }}>
      <DateInput source="departureDate" helperText="Facultatif." />
      <DateInput source="expectedArrival" helperText="Facultative." />
    </Box>
  </>
);

export const createForm = {
  title: 'Nouvelle expédition',
  schema: CreateConsignmentSchema,
  outcome: { success: 'Expédition créée', failure: "L'expédition n'a pas pu être créée" },
  children: (
    <>
      <SelectInput source="mode" choices={MODES} isRequired />
      <SuggestedCodeInput />
      {fields}
    </>
  ),
};

export const updateForm = {
  title: "Modifier l'expédition",
  schema: UpdateConsignmentSchema,
  outcome: { success: 'Expédition mise à jour', failure: "L'expédition n'a pas pu être mise à jour" },
  children: (
    <>
      <TextInput source="code" isRequired />
      {fields}
      <CostInput />
    </>
  ),
};

/** For the administrator, who alone sees what a consignment cost. */
function CostInput() {
  if (useIsAgent()) return null;
  return (
    <FrancsInput
      source="cost"
      label="Coût (FCFA)"
      parse={(text: string) => text || null}
      helperText="Facultatif&nbsp;: ce que le transport vous a coûté. La marge s'en déduit."
    />
  );
}

/** Left empty, the consignment gets the next free code of its mode, even if the suggested one is used meanwhile. */
function SuggestedCodeInput() {
  const mode = useWatch<FieldValues, 'mode'>({ name: 'mode' }) as TransportMode | undefined;
  const { data } = useQuery({
    queryKey: ['consignments', 'suggested-code', mode],
    queryFn: mode
      ? () => api.get('/api/consignments/suggested-code', SuggestedCodeSchema, { query: { mode } })
      : skipToken,
  });
  return (
    <TextInput
      source="code"
      parse={(text: string) => text || undefined}
      helperText={data ? `Laissé vide\u00a0: ${data.code}.` : "Laissé vide\u00a0: le prochain code de l'année."}
    />
  );
}
