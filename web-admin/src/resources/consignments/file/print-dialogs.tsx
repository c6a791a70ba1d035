import type { Consignment } from '@fasocolis/contracts/consignments';
import { Typography } from '@mui/material';
import LabelDialog from '../../../components/labels/label-dialog.tsx';
import { LoadFailure, Loading } from '../../../components/list-state.tsx';
import { PrintDialog } from '../../../components/printing.tsx';
import { parcelCount } from '../../../components/words.ts';

import { useAllOrders } from './all-orders.ts';
import { ManifestSheets } from './manifest-sheets.tsx';

interface PrintDialogsProps {
  consignment: Consignment;
  dialog: 'labels' | 'manifest';
  onClose: () => void;
}

export default function PrintDialogs({ consignment, dialog, onClose }: PrintDialogsProps) {
  const { data: orders, error, refetch } = useAllOrders(consignment);
  if (orders && dialog === 'labels') return <LabelDialog ids={orders.map(({ id }) => id)} onClose={onClose} />;
  return (
    <PrintDialog
      title={dialog === 'labels' ? 'Imprimer les étiquettes' : 'Imprimer le manifeste'}
      isReady={orders !== undefined}
      onClose={onClose}
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
    </PrintDialog>
  );
}
