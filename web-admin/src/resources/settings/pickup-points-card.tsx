import { MAX_PICKUP_POINTS, PickupPointsSchema, SetPickupPointsSchema } from '@fasocolis/contracts/pickup-points';
import { SETTING_NAMES } from '@fasocolis/contracts/setting-names';
import { TextInput } from 'react-admin';
import { ListSettingCard } from './list-setting-card.tsx';

/** Where customers pick their parcels up, in each town. */
export const PickupPointsCard = () => (
  <ListSettingCard
    title={SETTING_NAMES.pickup_points}
    path="/api/pickup-points"
    schema={PickupPointsSchema}
    changeSchema={SetPickupPointsSchema}
    blank={{ town: '', place: '', mapUrl: '', hours: '', bring: '' }}
    max={MAX_PICKUP_POINTS}
    nothing="Aucun. Vos clients lisent la ville du dernier jalon, sans adresse ni horaires."
    words={{
      add: 'Ajouter un lieu',
      remove: 'Supprimer ce lieu',
      success: 'Lieux de retrait mis à jour avec succès',
      failure: 'Impossible de mettre à jour les lieux de retrait',
      loadFailure: "Les lieux de retrait n'ont pas pu être chargés.",
    }}
    inputs={(prefix) => (
      <>
        <TextInput
          source={`${prefix}town`}
          label="Ville"
          isRequired
          helperText="Comme le lieu du jalon « Prêt au retrait »."
        />
        <TextInput source={`${prefix}place`} label="Adresse" isRequired multiline />
        <TextInput
          source={`${prefix}mapUrl`}
          label="Lien de la carte"
          type="url"
          helperText="Facultatif. Dans Google Maps : Partager, puis Copier le lien."
        />
        <TextInput source={`${prefix}hours`} label="Horaires" multiline helperText="Facultatifs." />
        <TextInput
          source={`${prefix}bring`}
          label="À apporter"
          multiline
          helperText="Facultatif. Vide : une pièce d'identité et le numéro de suivi."
        />
      </>
    )}
  />
);
