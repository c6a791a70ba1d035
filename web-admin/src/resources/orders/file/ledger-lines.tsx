import { writtenFrancs } from '@fasocolis/contracts/money/francs';
import { type PaymentReport, PaymentReportSchema, PaymentReportsSchema } from '@fasocolis/contracts/payment-reports';
import { PAYMENT_METHOD_LABELS } from '@fasocolis/contracts/payments';
import { api } from '@fasocolis/web-kit/api';
import { apiQuery } from '@fasocolis/web-kit/api-query';
import { shortDate } from '@fasocolis/web-kit/dates';
import { Box } from '@mui/material';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useRefresh } from 'react-admin';
import { LoadFailure } from '../../../components/list-state.tsx';
import { outcomeToasts } from '../../../components/outcome.ts';
import { OutlinedButton, TextButton } from '../../../components/text-button.tsx';

interface LineProps {
  title: string;
  details: ReactNode;
  amount: number;
  /** How it ended and why, when it does not count. */
  ended: string | undefined;
  action: ReactNode;
}

/** A charge, a payment or a report. */
export function Line({ title, details, amount, ended, action }: LineProps) {
  const struck = ended === undefined ? {} : { textDecoration: 'line-through' };
  return (
    <Box component="li">
      <Box sx={{ fontWeight: 600, ...struck }}>{title}</Box>
      <Box sx={{ gridArea: '2 / 1 / auto / -1', color: 'text.secondary', fontSize: 14 }}>
        {details}
        {ended !== undefined && <div>{ended}</div>}
      </Box>
      <Box
        sx={{
          gridArea: '1 / 2',
          textAlign: 'right',
          whiteSpace: 'nowrap',
          fontVariantNumeric: 'tabular-nums',
          ...struck,
        }}
      >
        {writtenFrancs(amount)}
      </Box>
      <Box sx={{ gridArea: '1 / 3', minWidth: 40 }}>{ended === undefined && action}</Box>
    </Box>
  );
}

export const linesStyle = {
  '& > li': {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto auto',
    alignItems: 'center',
    columnGap: 1.5,
    py: 1,
    borderBottom: '1px solid var(--fc-line)',
  },
} as const;

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
    // After a failure too: another member of staff may have settled it.
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['ledgers', orderId] }),
  });
  const reports = data?.reports.filter(({ state }) => state !== 'confirmed') ?? [];
  if (error) return <LoadFailure onRetry={refetch}>Les paiements signalés n'ont pas pu être chargés.</LoadFailure>;
  if (reports.length === 0) return null;
  return (
    <Box component="ul" className="plain-list" aria-label="Paiements signalés" sx={linesStyle}>
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
            <Box className="row" sx={{ mt: 0.5 }}>
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
