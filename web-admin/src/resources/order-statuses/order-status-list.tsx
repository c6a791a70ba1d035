import { isBuiltInStatus, STATUS_KIND_LABELS, STATUS_KINDS } from '@fasocolis/contracts/order-status';
import { CreateOrderStatusSchema, type OrderStatus } from '@fasocolis/contracts/orders';
import { Button } from '@mui/material';
import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash-2';
import {
  BooleanInput,
  DataTable,
  ListBase,
  NumberInput,
  SelectInput,
  TextInput,
  useListContext,
  useRecordContext,
} from 'react-admin';
import { Link } from 'react-router-dom';
import { CreateButton, IconAction } from '../../components/buttons.tsx';
import { RecordDialogs, useRecordDialogs } from '../../components/record-dialogs.tsx';
import { ActionsColumn, ActiveBadge, RecordTable } from '../../components/record-list.tsx';
import { Screen } from '../../components/screen.tsx';

const Column = DataTable.Col<OrderStatus>;

export default function OrderStatusList() {
  return (
    <ListBase sort={{ field: 'displayOrder', order: 'ASC' }} perPage={50} storeKey={false}>
      <OrderStatusScreen />
    </ListBase>
  );
}

function OrderStatusScreen() {
  const { data = [] } = useListContext<OrderStatus>();
  const dialogs = useRecordDialogs<OrderStatus>();
  const displayOrder = Math.max(0, ...data.map((status) => status.displayOrder)) + 1;
  return (
    <Screen
      title="Statuts de commande"
      actions={
        <>
          <Button component={Link} to="/milestone-definitions" variant="outlined">
            Jalons
          </Button>
          <CreateButton onClick={dialogs.creation.open}>Nouveau statut</CreateButton>
        </>
      }
    >
      <RecordTable<OrderStatus>
        cardsBelow={560}
        empty="Aucun statut de commande. Créez le premier."
        onOpen={({ id }) => dialogs.edit.open(id)}
        sx={{ '& tbody .column-code': { fontFamily: 'var(--fc-font-reference)' } }}
      >
        <Column source="displayOrder" label="Ordre" data-label="Ordre" cellClassName="cell-soft" />
        <Column source="code" cellClassName="cell-name" />
        <Column source="label" />
        <Column source="kind" data-label="Type" render={({ kind }) => STATUS_KIND_LABELS[kind]} disableSort />
        <Column source="isActive" label="Statut" cellClassName="cell-state" render={ActiveBadge} />
        <ActionsColumn<OrderStatus>>
          {(status) => (
            <>
              <IconAction
                label={`Modifier ${status.label}`}
                icon={Pencil}
                onClick={() => dialogs.edit.open(status.id)}
              />
              <IconAction
                label={`Supprimer ${status.label}`}
                icon={Trash2}
                color="error"
                onClick={() => dialogs.setRemoved(status)}
              />
            </>
          )}
        </ActionsColumn>
      </RecordTable>
      <RecordDialogs
        dialogs={dialogs}
        create={{
          ...form,
          title: 'Nouveau statut de commande',
          defaultValues: { displayOrder, isActive: true, kind: 'step' },
          submitLabel: 'Créer',
          outcome: {
            success: 'Statut de commande créé avec succès',
            failure: 'Échec de la création du statut de commande',
          },
        }}
        edit={{
          ...form,
          title: 'Modifier le statut de commande',
          submitLabel: 'Enregistrer',
          outcome: {
            success: 'Statut de commande mis à jour avec succès',
            failure: 'Échec de la mise à jour du statut de commande',
          },
        }}
        remove={{
          resource: 'order-statuses',
          name: ({ label }) => label,
          content: () => 'Êtes-vous sûr de vouloir supprimer ce statut de commande ? Cette action est irréversible.',
          outcome: {
            success: 'Statut de commande supprimé avec succès',
            failure: 'Échec de la suppression du statut de commande',
          },
        }}
      />
    </Screen>
  );
}

const form = {
  schema: CreateOrderStatusSchema,
  children: (
    <>
      <TextInput source="code" isRequired helperText="Par exemple EN_DOUANE." />
      <TextInput source="label" isRequired helperText="Le nom du statut pour vous et dans les messages aux clients." />
      <NumberInput source="displayOrder" isRequired min={1} step={1} helperText="1 est le premier." />
      <KindInput />
      <BooleanInput source="isActive" helperText="Un statut inactif ne peut plus être choisi." />
    </>
  ),
};

const KINDS = STATUS_KINDS.map((kind) => ({ id: kind, name: STATUS_KIND_LABELS[kind] }));

/** The kinds of the five built-in statuses are fixed. */
function KindInput() {
  const code = useRecordContext<OrderStatus>()?.code ?? '';
  return (
    <SelectInput
      source="kind"
      choices={KINDS}
      translateChoice={false}
      isRequired
      disabled={isBuiltInStatus(code)}
      helperText="La couleur du statut chez le client ; « Fin » : le colis n'attend plus de nouvelles."
    />
  );
}
