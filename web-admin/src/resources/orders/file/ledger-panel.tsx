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
import { apiQuery } from '@fasocolis/web-kit/api-query';
import { shortDate } from '@fasocolis/web-kit/dates';
import { Alert, Box, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import FileText from 'lucide-react/icons/file-text';
import X from 'lucide-react/icons/x';
import { IconAction, TabLink } from '../../../components/buttons.tsx';
import { LoadFailure, Loading } from '../../../components/list-state.tsx';
import { Section } from '../../../components/screen.tsx';
import { OutlinedButton, TextButton } from '../../../components/text-button.tsx';
import { useIsAgent } from '../../../providers/use-user.ts';
import { Line, linesStyle, ReportedPayments } from './ledger-lines.tsx';

/** The dialogs of the panel, as in the address of the file. */
export type LedgerDialog = 'pay' | 'charge' | 'freight';

/** What is done with one of its entries, in a dialog. */
export type LedgerAction =
  | { name: 'cancel-charge' | 'waive-storage'; id: number }
  | { name: 'cancel-payment' | 'refuse-report'; id: string }
  | { name: 'set-invoice'; id: string };

export const ledgerQuery = (orderId: number) =>
  apiQuery(['ledgers', orderId], '/api/ledgers/:orderId', LedgerSchema, { params: { orderId } });

interface LedgerPanelProps {
  order: StaffOrder;
  onOpen: (dialog: LedgerDialog) => void;
  onAct: (action: LedgerAction) => void;
}

/** What the parcel costs, what was paid, and what is left. */
export function LedgerPanel({ order, onOpen, onAct }: LedgerPanelProps) {
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
          <Box component="ul" className="plain-list" aria-label="Frais et paiements" sx={linesStyle}>
            {ledger.charges.map((charge) => (
              <ChargeLine
                key={charge.id}
                charge={charge}
                onCancel={() => onAct({ name: 'cancel-charge', id: charge.id })}
              />
            ))}
            {ledger.storage && (
              <Line
                title={ledger.storage.label}
                details="Compté au prochain paiement ou à la remise"
                amount={ledger.storage.amount}
                ended={undefined}
                action={
                  <IconAction
                    label="Renoncer au magasinage"
                    icon={X}
                    color="default"
                    onClick={() => onAct({ name: 'waive-storage', id: order.id })}
                  />
                }
              />
            )}
            {ledger.payments.map((payment) => (
              <PaymentLine
                key={payment.id}
                payment={payment}
                order={order}
                onInvoice={() => onAct({ name: 'set-invoice', id: payment.id })}
                onCancel={isAgent ? undefined : () => onAct({ name: 'cancel-payment', id: payment.id })}
              />
            ))}
          </Box>
          <ReportedPayments orderId={order.id} onRefuse={(id) => onAct({ name: 'refuse-report', id })} />
          <div className="row">
            {ledger.rest > 0 && <OutlinedButton label="Encaisser" onClick={() => onOpen('pay')} />}
            <TextButton label="Ajouter des frais" onClick={() => onOpen('charge')} />
          </div>
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
      sx={{ flexWrap: 'wrap' }}
      action={
        <TextButton
          label={state === 'differs' ? 'Recalculer' : 'Choisir un tarif'}
          color="inherit"
          onClick={() => onOpen('freight')}
        />
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
      ended={cancelled && `Annulé\u00a0: ${cancelled.reason}`}
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
  onInvoice: () => void;
  onCancel: (() => void) | undefined;
}

function PaymentLine({ payment, order: { id: orderId, recipientPhone }, onInvoice, onCancel }: PaymentLineProps) {
  const { method, transactionReference, paidAt, receipt, receiptPath, certifiedInvoice, shares, cancelled } = payment;
  const share = shares.find((each) => each.orderId === orderId)?.amount ?? 0;
  return (
    <Line
      title={`Payé\u00a0: ${PAYMENT_METHOD_LABELS[method]}`}
      details={
        <>
          {[transactionReference, shortDate(paidAt)].filter(Boolean).join(' · ')}{' '}
          <TabLink href={receiptPath} sx={{ whiteSpace: 'nowrap' }}>
            {receipt}
          </TabLink>
          {recipientPhone && cancelled === undefined && (
            <>
              {' · '}
              <TabLink href={whatsappLink(recipientPhone, payment)}>Envoyer par WhatsApp</TabLink>
            </>
          )}
          {certifiedInvoice !== null && <div>Facture certifiée {certifiedInvoice}</div>}
        </>
      }
      amount={-share}
      ended={cancelled && `Annulé\u00a0: ${cancelled.reason}`}
      action={
        <>
          <IconAction label={`Facture certifiée de ${receipt}`} icon={FileText} color="default" onClick={onInvoice} />
          {onCancel && <IconAction label={`Annuler ${receipt}`} icon={X} color="default" onClick={onCancel} />}
        </>
      }
    />
  );
}
