import { useState } from 'react';
import { BooleanInput, DateInput, NumberInput, SelectInput, TextInput } from 'react-admin';
import { type FieldValues, useWatch } from 'react-hook-form';
import { useStatusOptions } from '../status-options.ts';

/** The inputs of "Dire au client". */
export function TellingInputs({ isForMany = false }: { isForMany?: boolean }) {
  const date = useWatch<FieldValues, 'estimatedDelivery'>({ name: 'estimatedDelivery' });
  const [today] = useState(() => new Date().toISOString().slice(0, 10));
  const isPast = Boolean(date) && date < today;
  const dateHint = isForMany ? 'Facultative, la même pour toutes ces commandes.' : 'Facultative.';
  return (
    <>
      <SelectInput
        source="status"
        label="Statut"
        choices={useStatusOptions()}
        emptyText="Inchangé"
        slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
      />
      <TextInput
        source="text"
        label="Texte"
        multiline
        minRows={3}
        helperText="Visible par toute personne qui connaît le numéro."
      />
      <DateInput
        source="estimatedDelivery"
        label="Nouvelle date de livraison estimée"
        helperText={isPast ? 'Attention\u00a0: cette date est passée. Les clients la liront ainsi.' : dateHint}
      />
      {isForMany && (
        <NumberInput
          source="shiftDays"
          label="Ou décaler de (jours)"
          step={1}
          helperText={'La date de chaque commande\u00a0: 10 pour dix jours plus tard, -3 pour trois jours plus tôt.'}
        />
      )}
      <BooleanInput
        source="notifyCustomer"
        label="Prévenir le client"
        defaultValue={true}
        helperText="Le client et tous ceux qui suivent le colis reçoivent ce message."
      />
    </>
  );
}
