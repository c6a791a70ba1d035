import { BUILT_IN_STATUS, isBuiltInStatus, STATUS_KIND_LABELS, STATUS_KINDS } from '@fasocolis/contracts/order-status';
import { CreateOrderStatusSchema, type OrderStatus } from '@fasocolis/contracts/order-status-definitions';
import { Box, Tooltip, Typography } from '@mui/material';
import Lock from 'lucide-react/icons/lock';
import { BooleanInput, NumberInput, SelectInput, TextInput, useListContext } from 'react-admin';
import { CreateButton } from '../../components/buttons.tsx';
import { DefinitionTabs } from '../../components/definition-tabs.tsx';
import { ScreenList } from '../../components/lists.tsx';
import { EditAndDelete, RecordDialogs, useRecordDialogs } from '../../components/record-dialogs.tsx';
import { ActionsColumn, ActiveBadge, RecordColumn, RecordTable } from '../../components/record-list.tsx';
import { Screen } from '../../components/screen.tsx';

const Column = RecordColumn<OrderStatus>;

export default function OrderStatusList() {
  return (
    <ScreenList sort={{ field: 'displayOrder', order: 'ASC' }} perPage={50}>
      <OrderStatusScreen />
    </ScreenList>
  );
}

function OrderStatusScreen() {
  const { data = [] } = useListContext<OrderStatus>();
  const dialogs = useRecordDialogs<OrderStatus>();
  const isFixed = data.some(({ id, code }) => id === dialogs.edit.id && isBuiltInStatus(code));
  const displayOrder = Math.max(0, ...data.map((status) => status.displayOrder)) + 1;
  return (
    <Screen
      title="Statuts de commande"
      actions={<CreateButton onClick={dialogs.creation.open}>Nouveau statut</CreateButton>}
    >
      <DefinitionTabs open="statuses">
        <Typography sx={{ mb: 2, color: 'text.secondary' }}>
          Les cinq statuts de base sont fixes&nbsp;: la page de suivi, les jalons et les compteurs en dépendent. Les
          autres sont à vous.
        </Typography>
        <RecordTable<OrderStatus>
          cardsBelow={560}
          empty="Aucun statut de commande. Créez le premier."
          onOpen={(status) => isBuiltInStatus(status.code) || dialogs.edit.open(status.id)}
          sx={{ '& tbody .column-code': { fontFamily: 'var(--fc-font-reference)' } }}
        >
          <Column source="displayOrder" label="Ordre" isNamed cellClassName="cell-soft" />
          <Column source="code" cellClassName="cell-name" />
          <Column source="label" />
          <Column source="kind" isNamed render={({ kind }) => STATUS_KIND_LABELS[kind]} disableSort />
          <Column source="isActive" label="Statut" cellClassName="cell-state" render={ActiveBadge} />
          <ActionsColumn<OrderStatus>>
            {(status) =>
              isBuiltInStatus(status.code) ? (
                <FixedMark />
              ) : (
                <EditAndDelete dialogs={dialogs} record={status} name={status.label} />
              )
            }
          </ActionsColumn>
        </RecordTable>
      </DefinitionTabs>
      <RecordDialogs
        dialogs={dialogs}
        create={{
          ...form,
          title: 'Nouveau statut de commande',
          defaultValues: { displayOrder, isActive: true, kind: 'step' },
          outcome: {
            success: 'Statut de commande créé avec succès',
            failure: 'Échec de la création du statut de commande',
          },
        }}
        {...(!isFixed && {
          edit: {
            ...form,
            title: 'Modifier le statut de commande',
            outcome: {
              success: 'Statut de commande mis à jour avec succès',
              failure: 'Échec de la mise à jour du statut de commande',
            },
          },
        })}
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

const KINDS = STATUS_KINDS.map((kind) => ({ id: kind, name: STATUS_KIND_LABELS[kind] }));

const form = {
  schema: CreateOrderStatusSchema,
  children: (
    <>
      <TextInput source="code" isRequired helperText="Par exemple EN_DOUANE." />
      <TextInput source="label" isRequired helperText="Le nom du statut pour vous et dans les messages aux clients." />
      <NumberInput source="displayOrder" isRequired min={1} step={1} helperText="1 est le premier." />
      <SelectInput
        source="kind"
        choices={KINDS}
        isRequired
        helperText="La couleur du statut chez le client&nbsp;; «&nbsp;Fin&nbsp;»&nbsp;: le colis n'attend plus de nouvelles."
      />
      <TextInput
        source="sentence"
        multiline
        helperText="Facultative. Vos clients la lisent sous le statut&nbsp;: ce qui se passe, et s'ils ont quelque chose à faire."
      />
      <BooleanInput source="isActive" helperText="Un statut inactif ne peut plus être choisi." />
    </>
  ),
};

function FixedMark() {
  return (
    <Tooltip title={BUILT_IN_STATUS}>
      <Box component="span" sx={fixedStyle}>
        <Lock aria-hidden size={16} /> Statut de base
      </Box>
    </Tooltip>
  );
}

const fixedStyle = { display: 'inline-flex', alignItems: 'center', gap: 0.5, minHeight: 44, color: 'text.secondary' };
