import {
  ChinaAddressesSchema,
  MAX_CHINA_ADDRESSES,
  SetChinaAddressesSchema,
} from '@fasocolis/contracts/china-addresses';
import { MAX_PICKUP_POINTS, PickupPointsSchema, SetPickupPointsSchema } from '@fasocolis/contracts/pickup-points';
import { SETTING_NAMES } from '@fasocolis/contracts/setting-names';
import { SelectInput, TextInput } from 'react-admin';
import { MODES } from '../../components/choices.ts';
import { ListSettingCard } from './list-setting-card.tsx';

/** The warehouses in China, whose addresses customers give to Chinese shops. */
export const ChinaAddressesCard = () => (
  <ListSettingCard
    title={SETTING_NAMES.china_addresses}
    path="/api/china-addresses"
    schema={ChinaAddressesSchema}
    changeSchema={SetChinaAddressesSchema}
    blank={{ mode: 'AIR', city: '', recipient: '', phone: '', address: '' }}
    max={MAX_CHINA_ADDRESSES}
    nothing="Aucune. Vos clients vous demandent l'adresse sur WhatsApp."
    words={{
      add: 'Ajouter une adresse',
      remove: 'Supprimer cette adresse',
      success: 'Adresses en Chine mises à jour avec succès',
      failure: 'Impossible de mettre à jour les adresses en Chine',
      loadFailure: "Les adresses en Chine n'ont pas pu être chargées.",
    }}
    inputs={(prefix) => (
      <>
        <SelectInput source={`${prefix}mode`} label="Transport" choices={[...MODES]} isRequired />
        <TextInput source={`${prefix}city`} label="Ville" isRequired helperText="Par exemple Guangzhou." />
        <TextInput
          source={`${prefix}recipient`}
          label="Destinataire"
          helperText="Facultatif&nbsp;: le nom écrit devant le code du client, par exemple 王先生."
        />
        <TextInput source={`${prefix}phone`} label="Téléphone en Chine" type="tel" isRequired />
        <TextInput
          source={`${prefix}address`}
          label="Adresse en chinois"
          isRequired
          multiline
          helperText="Sans le nom ni le téléphone."
        />
      </>
    )}
  />
);

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
          helperText="Comme le lieu du jalon «&nbsp;Prêt au retrait&nbsp;»."
        />
        <TextInput source={`${prefix}place`} label="Adresse" isRequired multiline />
        <TextInput
          source={`${prefix}mapUrl`}
          label="Lien de la carte"
          type="url"
          helperText="Facultatif. Dans Google Maps&nbsp;: Partager, puis Copier le lien."
        />
        <TextInput source={`${prefix}hours`} label="Horaires" multiline helperText="Facultatifs." />
        <TextInput
          source={`${prefix}bring`}
          label="À apporter"
          multiline
          helperText="Facultatif. Vide&nbsp;: une pièce d'identité et le numéro de suivi."
        />
      </>
    )}
  />
);
