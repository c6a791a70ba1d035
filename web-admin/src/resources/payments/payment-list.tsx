import { writtenFrancs } from '@fasocolis/contracts/money/francs';
import { PAYMENT_METHOD_LABELS, type Payment, PaymentSumSchema } from '@fasocolis/contracts/payments';
import { apiQuery } from '@fasocolis/web-kit/api-query';
import { shortMoment } from '@fasocolis/web-kit/dates';
import { Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { BooleanInput, DateInput, SelectInput, useListContext } from 'react-admin';
import { Link } from 'react-router-dom';
import { TabLink } from '../../components/buttons.tsx';
import { ListExport } from '../../components/export-button.tsx';
import { Filters, SearchInput } from '../../components/filters.tsx';
import { LoadFailure } from '../../components/list-state.tsx';
import { ScreenList } from '../../components/lists.tsx';
import { METHODS } from '../../components/payments.tsx';
import { StaffName } from '../../components/people-names.tsx';
import { RecordColumn, RecordTable } from '../../components/record-list.tsx';
import { Screen } from '../../components/screen.tsx';
import { StaffInput } from '../../components/staff-input.tsx';

const Column = RecordColumn<Payment>;

export default function PaymentList() {
  return (
    <ScreenList sort={{ field: 'paidAt', order: 'DESC' }} perPage={50}>
      <Screen title="Encaissements" actions={EXPORT}>
        <PaymentFilters />
        <Total />
        <RecordTable<Payment> empty="Aucun paiement.">
          <Column
            source="paidAt"
            label="Date"
            cellClassName="cell-moment"
            render={({ paidAt }) => shortMoment(paidAt)}
          />
          <Column label="Reçu" cellClassName="cell-name" render={Receipt} />
          <Column label="Client" isNamed render={({ payerName }) => payerName ?? ''} />
          <Column label="Colis" isNamed render={Orders} />
          <Column label="Moyen" isNamed render={Method} />
          <Column label="Montant" isNamed cellClassName="cell-amount" render={Amount} />
          <Column label="Agent" isNamed render={() => <StaffName source="byUserId" />} />
        </RecordTable>
      </Screen>
    </ScreenList>
  );
}

const EXPORT = <ListExport fileName="encaissements.xlsx" success="Les encaissements ont été exportés." />;

function PaymentFilters() {
  return (
    <Filters>
      <SearchInput label="Reçu, transaction, client ou colis" />
      <SelectInput source="method" label="Moyen de paiement" choices={METHODS} emptyText="Tous" />
      <StaffInput label="Agent" />
      <DateInput source="paidFrom" label="Du" />
      <DateInput source="paidTo" label="Au" />
      <BooleanInput source="cancelled" label="Annulés" parse={(isOn: boolean) => isOn || ''} />
    </Filters>
  );
}

/** The total of all payments that the filters find, without those that were cancelled. */
function Total() {
  const filter = JSON.stringify(useListContext().filterValues);
  const { data, error, refetch } = useQuery(
    apiQuery(['payments', 'sum', filter], '/api/payments/sum', PaymentSumSchema, { query: { filter } }),
  );
  if (error) return <LoadFailure onRetry={refetch}>Le total n'a pas pu être calculé.</LoadFailure>;
  return (
    <Typography role="status" sx={{ my: 1, fontWeight: 700, fontVariantNumeric: 'tabular-nums' }}>
      {data ? `Total\u00a0: ${writtenFrancs(data.amount)}` : '\u00a0'}
    </Typography>
  );
}

function Receipt({ receipt, receiptPath }: Payment) {
  return (
    <TabLink href={receiptPath} sx={{ whiteSpace: 'nowrap' }}>
      {receipt}
    </TabLink>
  );
}

function Orders({ shares }: Payment) {
  return shares.map(({ orderId, reference }, index) => (
    <span key={orderId}>
      {index > 0 && ', '}
      <Link to={`/orders/${orderId}`}>{reference}</Link>
    </span>
  ));
}

const Method = ({ method, transactionReference }: Payment) =>
  [PAYMENT_METHOD_LABELS[method], transactionReference].filter(Boolean).join(' ');

function Amount({ amount, cancelled }: Payment) {
  if (!cancelled) return writtenFrancs(amount);
  return (
    <>
      <s>{writtenFrancs(amount)}</s>
      <div>Annulé&nbsp;: {cancelled.reason}</div>
    </>
  );
}
