import { writtenFrancs } from '@fasocolis/contracts/money/francs';
import { UNITS_OF_MODE, unitName } from '@fasocolis/contracts/money/freight';
import type { TransportMode } from '@fasocolis/contracts/orders';
import { CreateTariffSchema, type Tariff, UpdateTariffSchema } from '@fasocolis/contracts/tariffs';
import { useState } from 'react';
import { BooleanInput, SelectInput, TextInput } from 'react-admin';
import { CreateButton } from '../../components/buttons.tsx';
import { MODES } from '../../components/choices.ts';
import { ScreenList } from '../../components/lists.tsx';
import { FrancsInput } from '../../components/payments.tsx';
import { EditAndDelete, RecordDialogs, useRecordDialogs } from '../../components/record-dialogs.tsx';
import { ActionsColumn, ActiveBadge, RecordColumn, RecordTable } from '../../components/record-list.tsx';
import { Screen } from '../../components/screen.tsx';
import { TabList } from '../../components/tab-list.tsx';

const Column = RecordColumn<Tariff>;

export default function TariffList() {
  const [mode, setMode] = useState<TransportMode>('AIR');
  const dialogs = useRecordDialogs<Tariff>();
  return (
    <ScreenList sort={{ field: 'label', order: 'ASC' }} filter={{ mode }} perPage={50}>
      <Screen title="Tarifs" actions={<CreateButton onClick={dialogs.creation.open}>Nouveau tarif</CreateButton>}>
        <TabList label="Transport" tabs={TABS} open={mode} onOpen={setMode}>
          <RecordTable<Tariff>
            cardsBelow={700}
            empty="Aucun tarif. Avec un seul tarif actif par transport, le prix de chaque colis mesuré se calcule tout seul."
            onOpen={({ id }) => dialogs.edit.open(id)}
          >
            <Column source="label" cellClassName="cell-name" />
            <Column source="price" data-label="Prix" render={priceWords} />
            <Column source="minimum" data-label="Minimum" disableSort render={({ minimum }) => minimumWords(minimum)} />
            <Column source="isActive" label="État" cellClassName="cell-state" render={ActiveBadge} />
            <ActionsColumn<Tariff>>
              {(tariff) => <EditAndDelete dialogs={dialogs} record={tariff} name={tariff.label} />}
            </ActionsColumn>
          </RecordTable>
        </TabList>
        <RecordDialogs dialogs={dialogs} create={createForm(mode)} edit={editForm} remove={removal} />
      </Screen>
    </ScreenList>
  );
}

const TABS = MODES.map(({ id: name, name: label }) => ({ name, label }));

const priceWords = ({ price, unit }: Tariff) => `${writtenFrancs(price)} par ${unitName(unit)}`;

const minimumWords = (minimum: number) => (minimum === 0 ? 'aucun' : writtenFrancs(minimum));

const label = <TextInput source="label" isRequired helperText="Par exemple&nbsp;: Avion express." />;

const amounts = (
  <>
    <FrancsInput source="price" isRequired helperText="En francs CFA, par unité." />
    <FrancsInput source="minimum" helperText="Le moins que coûte un colis. 0&nbsp;: pas de minimum." />
    <BooleanInput source="isActive" helperText="Un tarif inactif ne sert plus. Ce qui a été compté reste." />
  </>
);

const createForm = (mode: TransportMode) => ({
  title: `Nouveau tarif par ${MODES.find(({ id }) => id === mode)?.name.toLowerCase()}`,
  schema: CreateTariffSchema,
  defaultValues: { mode, unit: UNITS_OF_MODE[mode][0], minimum: 0, isActive: true },
  outcome: { success: 'Tarif créé' },
  children: (
    <>
      {label}
      <SelectInput source="unit" choices={UNITS_OF_MODE[mode].map((id) => ({ id, name: unitName(id) }))} isRequired />
      {amounts}
    </>
  ),
});

const editForm = {
  title: 'Modifier le tarif',
  schema: UpdateTariffSchema,
  outcome: { success: 'Tarif mis à jour' },
  children: (
    <>
      {label}
      {amounts}
    </>
  ),
};

const removal = {
  resource: 'tariffs',
  name: ({ label }: Tariff) => label,
  content: () => 'Un tarif qui a déjà servi ne peut pas être supprimé\u00a0: désactivez-le.',
  outcome: { success: 'Tarif supprimé' },
};
