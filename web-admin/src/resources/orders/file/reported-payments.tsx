import { type PaymentReport, PaymentReportSchema, PaymentReportsSchema } from '@fasocolis/contracts/payment-reports';
import { PAYMENT_METHOD_LABELS } from '@fasocolis/contracts/payments';
import { api } from '@fasocolis/web-kit/api';
import { apiQuery } from '@fasocolis/web-kit/api-query';
import { shortDate } from '@fasocolis/web-kit/dates';
import { Box } from '@mui/material';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRefresh } from 'react-admin';
import { LoadFailure } from '../../../components/list-state.tsx';
import { outcomeToasts } from '../../../components/outcome.ts';
import { OutlinedButton, TextButton } from '../../../components/text-button.tsx';
import { Line, linesStyle } from './ledger-line.tsx';

/** The payments that the owner reported, to confirm or refuse; those that were confirmed are payments. */
export function ReportedPayments({ orderId, onRefuse }: { orderId: number; onRefuse: (id: string) => void }) {
  const queryClient = useQueryClient();
  const refresh = useRefresh();
  const { data, error, refetch } = useQuery(
    apiQuery(['ledgers', orderId, 'reports'], '/api/ledgers/:orderId/reports', PaymentReportsSchema, {
      params: { orderId },
    }),
  );
  const { mutate: confirm, isPending } = useMutation({
    mutationFn: (id: string) =>
      api.post('/api/payment-reports/:id/confirm', undefined, PaymentReportSchema, { params: { id } }),
    ...outcomeToasts({ success: 'Paiement confirmé', onSuccess: refresh }),
    // After a refusal too: somebody else may have settled it.
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['ledgers', orderId] }),
  });
  const reports = data?.reports.filter(({ state }) => state !== 'confirmed') ?? [];
  if (error) return <LoadFailure onRetry={refetch}>Les paiements signalés n'ont pas pu être chargés.</LoadFailure>;
  if (reports.length === 0) return null;
  return (
    <Box component="ul" aria-label="Paiements signalés" sx={linesStyle}>
      {reports.map((report) => (
        <ReportLine
          key={report.id}
          report={report}
          isBusy={isPending}
          onConfirm={() => confirm(report.id)}
          onRefuse={() => onRefuse(report.id)}
        />
      ))}
    </Box>
  );
}

interface ReportLineProps {
  report: PaymentReport;
  isBusy: boolean;
  onConfirm: () => void;
  onRefuse: () => void;
}

function ReportLine({ report, isBusy, onConfirm, onRefuse }: ReportLineProps) {
  const { method, transactionReference, createdAt, amount, state, reason } = report;
  return (
    <Line
      title={`Signalé par le client\u00a0: ${PAYMENT_METHOD_LABELS[method]}`}
      details={
        <>
          {`${transactionReference} · ${shortDate(createdAt)}`}
          {state === 'open' && (
            <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 0.5 }}>
              <OutlinedButton label="Confirmer" disabled={isBusy} onClick={onConfirm} />
              <TextButton label="Refuser" color="error" disabled={isBusy} onClick={onRefuse} />
            </Box>
          )}
        </>
      }
      amount={amount}
      ended={state === 'refused' ? `Refusé\u00a0: ${reason ?? ''}` : undefined}
      action={null}
    />
  );
}
