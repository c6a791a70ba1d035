import { writtenFrancs } from '@fasocolis/contracts/money/francs';
import { writtenQuantity } from '@fasocolis/contracts/money/freight';
import type { StaffOrder } from '@fasocolis/contracts/orders';
import {
  type Charge,
  type Ledger,
  LedgerSchema,
  PAYMENT_METHOD_LABELS,
  type Payment,
  PRICE_TO_FIX,
} from '@fasocolis/contracts/payments';
import { api } from '@fasocolis/web-kit/api';
import { shortDate } from '@fasocolis/web-kit/dates';
import { Alert, Box, Button, Link, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import X from 'lucide-react/icons/x';
import type { ReactNode } from 'react';
import { IconAction } from '../../../components/buttons.tsx';
import { LoadFailure, Loading } from '../../../components/list-state.tsx';
import { Section } from '../../../components/screen.tsx';
import { useIsAgent } from '../../../providers/use-user.ts';

/** The dialogs of the panel, as in the address of the file. */
export type LedgerDialog = 'pay' | 'charge' | 'freight';

const ledgerQuery = (orderId: number) => ({
  queryKey: ['ledgers', orderId],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    api.get('/api/ledgers/:orderId', LedgerSchema, { params: { orderId }, signal }),
});

interface LedgerPanelProps {
  order: StaffOrder;
  onOpen: (dialog: LedgerDialog) => void;
  onCancelCharge: (id: number) => void;
  onCancelPayment: (id: string) => void;
}

/** What the parcel costs, what was paid, and what is left. */
export function LedgerPanel({ order, onOpen, onCancelCharge, onCancelPayment }: LedgerPanelProps) {
  const { data: ledger, error, refetch } = useQuery(ledgerQuery(order.id));
  const isAgent = useIsAgent();
  return (
    <Section title="Paiements" sx={{ display: 'grid', gap: 1.5 }}>
      {error && <LoadFailure onRetry={refetch}>Les paiements n'ont pas pu être chargés.</LoadFailure>}
      {!ledger && !error && <Loading height={120} />}
      {ledger && (
        <>
          <Rest ledger={ledger} />
          <FreightHint ledger={ledger} onOpen={onOpen} />
          <Box component="ul" aria-label="Frais et paiements" sx={linesStyle}>
            {ledger.charges.map((charge) => (
              <ChargeLine key={charge.id} charge={charge} onCancel={() => onCancelCharge(charge.id)} />
            ))}
            {ledger.payments.map((payment) => (
              <PaymentLine
                key={payment.id}
                payment={payment}
                order={order}
                onCancel={isAgent ? undefined : () => onCancelPayment(payment.id)}
              />
            ))}
          </Box>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
            {ledger.rest > 0 && (
              <Button variant="outlined" onClick={() => onOpen('pay')}>
                Encaisser
              </Button>
            )}
            <Button onClick={() => onOpen('charge')}>Ajouter des frais</Button>
          </Box>
        </>
      )}
    </Section>
  );
}

function Rest({ ledger: { due, paid, rest } }: { ledger: Ledger }) {
  if (due === 0) return null;
  return (
    <Typography sx={{ fontSize: 18, fontWeight: 700, fontVariantNumeric: 'tabular-nums' }}>
      {rest > 0 ? `Reste à payer\u00a0: ${writtenFrancs(rest)}` : `Payé\u00a0: ${writtenFrancs(paid)}`}
    </Typography>
  );
}

/** That the freight has to be fixed, or that the measures say another one. */
function FreightHint({ ledger: { freight }, onOpen }: { ledger: Ledger; onOpen: LedgerPanelProps['onOpen'] }) {
  const { state, proposal } = freight;
  if (state === 'charged') return null;
  const amount = proposal
    ? `${writtenQuantity(proposal.quantity, proposal.unit)}, ${writtenFrancs(proposal.amount)}`
    : '';
  return (
    <Alert
      severity={state === 'differs' ? 'warning' : 'info'}
      action={
        <Button color="inherit" onClick={() => onOpen('freight')}>
          {state === 'differs' ? 'Recalculer' : 'Choisir un tarif'}
        </Button>
      }
    >
      {state === 'to-fix' && PRICE_TO_FIX}
      {state === 'differs' && `Les mesures ont changé (${amount})\u00a0: recalculer\u00a0?`}
    </Alert>
  );
}

function ChargeLine({ charge, onCancel }: { charge: Charge; onCancel: () => void }) {
  const { label, quantity, unit, amount, createdAt, cancelled } = charge;
  const details = [quantity !== null && unit && writtenQuantity(quantity, unit), shortDate(createdAt)];
  return (
    <Line
      title={label}
      details={details.filter(Boolean).join(' · ')}
      amount={amount}
      cancelled={cancelled?.reason}
      action={<IconAction label={`Annuler ${label}`} icon={X} color="default" onClick={onCancel} />}
    />
  );
}

/** Opens WhatsApp with the link of a receipt. */
function whatsappLink(phone: string, { receipt, receiptPath, amount }: Payment): string {
  const text = `Bonjour, voici votre reçu ${receipt} (${writtenFrancs(amount)})\u00a0: ${location.origin}${receiptPath}`;
  return `https://wa.me/${phone.replace(/\D/g, '')}?text=${encodeURIComponent(text)}`;
}

interface PaymentLineProps {
  payment: Payment;
  order: StaffOrder;
  onCancel: (() => void) | undefined;
}

function PaymentLine({ payment, order: { id: orderId, recipientPhone }, onCancel }: PaymentLineProps) {
  const { method, transactionReference, paidAt, receipt, receiptPath, shares, cancelled } = payment;
  const share = shares.find((each) => each.orderId === orderId)?.amount ?? 0;
  return (
    <Line
      title={`Payé\u00a0: ${PAYMENT_METHOD_LABELS[method]}`}
      details={
        <>
          {[transactionReference, shortDate(paidAt)].filter(Boolean).join(' · ')}{' '}
          <Link href={receiptPath} target="_blank" rel="noopener">
            {receipt}
          </Link>
          {recipientPhone && cancelled === undefined && (
            <>
              {' · '}
              <Link href={whatsappLink(recipientPhone, payment)} target="_blank" rel="noopener">
                Envoyer par WhatsApp
              </Link>
            </>
          )}
        </>
      }
      amount={-share}
      cancelled={cancelled?.reason}
      action={onCancel && <IconAction label={`Annuler ${receipt}`} icon={X} color="default" onClick={onCancel} />}
    />
  );
}

interface LineProps {
  title: string;
  details: ReactNode;
  amount: number;
  /** Why it does not count. */
  cancelled: string | undefined;
  action: ReactNode;
}

function Line({ title, details, amount, cancelled, action }: LineProps) {
  const struck = cancelled === undefined ? {} : { textDecoration: 'line-through' };
  return (
    <Box component="li">
      <Box sx={{ minWidth: 0 }}>
        <Box sx={{ fontWeight: 600, ...struck }}>{title}</Box>
        <Box sx={{ color: 'text.secondary', fontSize: 14 }}>
          {details}
          {cancelled !== undefined && <div>Annulé&nbsp;: {cancelled}</div>}
        </Box>
      </Box>
      <Box sx={{ textAlign: 'right', whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums', ...struck }}>
        {amount.toLocaleString('fr-FR')}
      </Box>
      <Box sx={{ width: 40 }}>{cancelled === undefined && action}</Box>
    </Box>
  );
}

const linesStyle = {
  m: 0,
  p: 0,
  listStyle: 'none',
  '& > li': {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto auto',
    alignItems: 'center',
    columnGap: 1.5,
    py: 1,
    borderBottom: '1px solid var(--fc-line)',
  },
} as const;
