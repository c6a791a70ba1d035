import type { EmailDelivery } from '@fasocolis/contracts/email';
import { shortDate, timeGmt } from '@fasocolis/web-kit/dates';
import { Button } from '@mui/material';
import type { MouseEvent } from 'react';
import { DataTable } from 'react-admin';
import { KIND_WORDS, outcomeOf, recipientOf } from './delivery-words.ts';
import { useRetryMail } from './use-retry.ts';

const Column = DataTable.Col<EmailDelivery>;

/** The mails of the surrounding list; a click on a row shows all that is known of one. */
export function DeliveryTable({ onView }: { onView: (delivery: EmailDelivery) => void }) {
  const { mutate: retry, isPending } = useRetryMail();
  // The row has its own click.
  const only = (action: () => void) => (event: MouseEvent) => {
    event.stopPropagation();
    action();
  };

  return (
    <DataTable<EmailDelivery>
      bulkActionButtons={false}
      rowClick={(_id, _resource, delivery) => {
        onView(delivery);
        return false;
      }}
      sx={tableStyle}
    >
      <Column source="recipient" label="Destinataire" disableSort render={recipientOf} />
      <Column source="kind" label="E-mail" disableSort render={({ kind }) => KIND_WORDS[kind]} />
      <Column
        source="createdAt"
        label="Demandé"
        render={({ createdAt }) => (
          <>
            {shortDate(createdAt)} <span className="time">{timeGmt(createdAt)}</span>
          </>
        )}
      />
      <Column source="lastError" label="Suivi" disableSort render={outcomeOf} />
      <Column
        label="Actions"
        disableSort
        cellClassName="cell-actions"
        render={(delivery) => (
          <>
            <Button aria-label={`Détails : ${recipientOf(delivery)}`} onClick={only(() => onView(delivery))}>
              Détails
            </Button>
            {delivery.state === 'failed' && (
              <Button
                disabled={isPending}
                aria-label={`Renvoyer : ${recipientOf(delivery)}`}
                onClick={only(() => retry(delivery.id))}
              >
                Renvoyer
              </Button>
            )}
          </>
        )}
      />
    </DataTable>
  );
}

const tableStyle = {
  fontVariantNumeric: 'tabular-nums',
  '& :is(th, td)': { px: 1.5 },
  '& tbody :is(.column-recipient, .column-lastError)': { overflowWrap: 'anywhere' },
  '& tbody .column-recipient': { fontWeight: 600, minWidth: 160 },
  // Sentences want more room than an address that is longer than any.
  '& .column-lastError': { width: '36%' },
  '& tbody .column-createdAt': { whiteSpace: 'nowrap' },
  '& .time': { display: 'block', color: 'text.secondary', fontSize: 'var(--fc-text-small)' },
  '& .cell-actions': { textAlign: 'end', whiteSpace: 'nowrap' },
  '& .cell-actions .MuiButton-root': { px: 1, fontSize: 'var(--fc-text-small)' },
  // No room for five columns: each row becomes a small card, still a table to assistive technology.
  '@container (max-width: 879.95px)': {
    '& thead': { position: 'absolute', width: '1px', height: '1px', overflow: 'hidden', clipPath: 'inset(50%)' },
    '& tbody': { display: 'block' },
    '& tbody tr': {
      display: 'grid',
      gridTemplateColumns: 'minmax(0, 1fr) auto',
      gap: 0.5,
      p: 2,
      borderBottom: '1px solid var(--fc-line)',
    },
    '& tbody tr:last-of-type': { borderBottom: 0 },
    '& tbody td': { p: 0, border: 0, minWidth: 0 },
    '& tbody .column-recipient': { gridColumn: '1 / -1', minWidth: 0 },
    '& .column-lastError': { width: 'auto' },
    '& .time': { display: 'inline' },
    '& tbody :is(.column-kind, .column-createdAt)': { color: 'text.secondary', fontSize: 'var(--fc-text-small)' },
    '& :is(.column-lastError, .cell-actions)': { gridColumn: '1 / -1' },
  },
} as const;
