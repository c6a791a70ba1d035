import type { Consignment } from '@fasocolis/contracts/consignments';
import { useRefresh } from 'react-admin';
import { BulkRun } from '../../../components/bulk/bulk-run.tsx';
import { shifting } from '../../../components/telling.tsx';
import { useAllOrders } from './all-orders.ts';

interface ShiftDialogProps {
  consignment: Consignment;
  days: number;
  onClose: () => void;
}

/** Offers to move the dates of a consignment's orders as its arrival was moved. */
export function ShiftDialog({ consignment, days, onClose }: ShiftDialogProps) {
  const refresh = useRefresh();
  const { data: orders = [] } = useAllOrders(consignment);
  if (orders.length === 0) return null;
  return (
    <BulkRun
      title={shifting.title}
      ids={orders.map(({ id }) => id)}
      action={shifting}
      values={{ shiftDays: days, notifyCustomer: true }}
      backLabel="Ne pas décaler"
      confirmLabel={days < 0 ? 'Avancer' : 'Décaler'}
      onBack={onClose}
      onClose={() => {
        onClose();
        refresh();
      }}
    />
  );
}
