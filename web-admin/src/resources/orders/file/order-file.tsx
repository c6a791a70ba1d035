import type { StaffOrder } from '@fasocolis/contracts/orders';
import { Alert, Box } from '@mui/material';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import { lazy, Suspense, useState } from 'react';
import { useRefresh } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { useIdInAddress, useParameterInAddress } from '../../../components/address.ts';
import { CreateDialog, EditDialog } from '../../../components/record-dialogs.tsx';
import { RecordFile } from '../../../components/record-view.tsx';
import { Screen } from '../../../components/screen.tsx';
import { TellDialog } from '../../../components/telling.tsx';
import { TextButton } from '../../../components/text-button.tsx';
import { correctionForm, updateForm, withdrawForm } from '../order-forms.tsx';
import { FileActions, nextStep, useShortcuts } from './file-actions.tsx';
import { CustomerView, ParcelFacts } from './file-facts.tsx';
import { FileTimeline } from './file-timeline.tsx';
import { HandoverProof } from './handover-proof.tsx';
import { LedgerDialogs } from './ledger-dialogs.tsx';
import { type LedgerAction, type LedgerDialog, LedgerPanel } from './ledger-panel.tsx';
import { ProblemPanel, ReportProblemDialog } from './problems.tsx';
import { RemovalDialog } from './removal-dialog.tsx';

const LabelDialog = lazy(() => import('../../../components/labels/label-dialog.tsx'));

export default function OrderFile() {
  return (
    <RecordFile<StaffOrder> resource="orders" failure="Ce colis n'a pas pu être chargé.">
      {(order) => <File order={order} />}
    </RecordFile>
  );
}

function File({ order }: { order: StaffOrder }) {
  const { id } = order;
  const refresh = useRefresh();
  const navigate = useNavigate();
  const [dialog, openDialog] = useParameterInAddress('dialog');
  const withdrawal = useIdInAddress('withdraw');
  const [action, setAction] = useState<LedgerAction>();
  const close = () => openDialog(undefined);
  const isArchived = Boolean(order.archivedAt);
  useShortcuts(
    isArchived
      ? {}
      : {
          s: () => openDialog('status'),
          m: () => openDialog('edit'),
          d: () => openDialog('tell'),
          e: () => openDialog('labels'),
        },
  );
  const form = { resource: 'orders', id, onSaved: refresh, onClose: close };
  const step = nextStep(order);

  return (
    <Screen
      title={`Colis ${order.reference}`}
      actions={<TextButton to="/orders" label="Toutes les commandes" icon={ArrowLeft} />}
    >
      {isArchived && (
        <Alert severity="info" sx={{ mb: 2 }}>
          Ce colis est archivé&nbsp;: il n'est dans aucune liste, et son lien dit «&nbsp;Ce colis n'est plus
          suivi.&nbsp;»
        </Alert>
      )}
      <Box sx={gridStyle}>
        <CustomerView order={order} />
        <Box sx={sideStyle}>
          <ProblemPanel order={order} />
          <FileActions order={order} onOpen={openDialog} />
          <ParcelFacts order={order} />
          <LedgerPanel order={order} onOpen={openDialog} onAct={setAction} />
          {order.status === 'DELIVERED' && <HandoverProof orderId={id} />}
        </Box>
        <FileTimeline order={order} onWithdraw={withdrawal.open} />
      </Box>
      {dialog === 'status' && <EditDialog<StaffOrder> {...updateForm} {...form} />}
      {dialog === 'next' && (
        <EditDialog<StaffOrder>
          {...updateForm}
          {...form}
          valuesOf={(row) => ({ ...row, status: step ?? row.status })}
        />
      )}
      {dialog === 'edit' && <EditDialog<StaffOrder> {...correctionForm} {...form} />}
      {dialog === 'tell' && <TellDialog order={order} onTold={refresh} onClose={close} />}
      {dialog === 'problem' && <ReportProblemDialog order={order} onSaved={refresh} onClose={close} />}
      {dialog === 'labels' && (
        <Suspense>
          <LabelDialog ids={[id]} onClose={close} />
        </Suspense>
      )}
      <LedgerDialogs
        order={order}
        dialog={LEDGER_DIALOGS.find((each) => each === dialog)}
        action={action}
        onClose={() => {
          setAction(undefined);
          close();
        }}
      />
      {withdrawal.id !== undefined && (
        <CreateDialog
          {...withdrawForm}
          resource={`orders/${id}/events/${withdrawal.id}/withdraw`}
          onSaved={refresh}
          onClose={withdrawal.close}
        />
      )}
      {(dialog === 'archive' || dialog === 'unarchive' || (dialog === 'delete' && order.isDeletable)) && (
        <RemovalDialog
          order={order}
          action={dialog}
          onDone={() => {
            if (dialog === 'delete') void navigate('/orders');
            else {
              close();
              refresh();
            }
          }}
          onClose={close}
        />
      )}
    </Screen>
  );
}

const LEDGER_DIALOGS: readonly LedgerDialog[] = ['pay', 'charge', 'freight'];

const gridStyle = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 3fr) minmax(0, 2fr)' },
  gridTemplateRows: { md: 'auto 1fr' },
  alignItems: 'start',
  gap: 2,
} as const;

/** Beside the parcel and its timeline; between them on a phone. */
const sideStyle = { display: 'grid', alignContent: 'start', gap: 2, gridRow: { md: 'span 2' } } as const;
