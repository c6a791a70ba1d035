import type { Consignment } from '@fasocolis/contracts/consignments';
import { Button, Typography, useMediaQuery } from '@mui/material';
import Printer from 'lucide-react/icons/printer';
import LabelDialog from '../../../components/labels/label-dialog.tsx';
import { LoadFailure, Loading } from '../../../components/list-state.tsx';
import { parcelCount } from '../../../components/words.ts';
import { WorkDialog } from '../../../components/work-dialog.tsx';
import { useAllOrders } from './all-orders.ts';
import { ManifestSheets } from './manifest-sheets.tsx';

interface PrintDialogsProps {
  consignment: Consignment;
  dialog: 'labels' | 'manifest';
  onClose: () => void;
}

export default function PrintDialogs({ consignment, dialog, onClose }: PrintDialogsProps) {
  const { data: orders, error, refetch } = useAllOrders(consignment);
  const isPhone = useMediaQuery('(max-width: 599.95px)');
  if (orders && dialog === 'labels') return <LabelDialog ids={orders.map(({ id }) => id)} onClose={onClose} />;
  return (
    <WorkDialog
      title={dialog === 'labels' ? 'Imprimer les étiquettes' : 'Imprimer le manifeste'}
      isBusy={false}
      maxWidth="sm"
      fullScreen={isPhone}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Fermer</Button>
          <Button
            variant="contained"
            color="secondary"
            disabled={!orders}
            startIcon={<Printer aria-hidden size={20} />}
            onClick={() => print()}
          >
            Imprimer
          </Button>
        </>
      }
    >
      {error && <LoadFailure onRetry={refetch}>Les colis n'ont pas pu être chargés. {error.message}</LoadFailure>}
      {!orders && !error && <Loading height={120} />}
      {orders && (
        <>
          <Typography role="status">
            Le manifeste de l'expédition {consignment.code} contient {parcelCount(orders.length)}, sur des pages A4.
          </Typography>
          <ManifestSheets consignment={consignment} orders={orders} />
        </>
      )}
    </WorkDialog>
  );
}
