import {
  AUDIT_OUTCOME_LABELS,
  AUDIT_OUTCOMES,
  AUDITED_ACTION_LABELS,
  type AuditEvent,
} from '@fasocolis/contracts/audit';
import { AUTHOR_OF_NOBODY } from '@fasocolis/contracts/change-words';
import { shortMoment } from '@fasocolis/web-kit/dates';
import type { ReactNode } from 'react';
import { DateInput, SelectInput } from 'react-admin';
import { Filters } from '../../components/filters.tsx';
import { StaffName } from '../../components/people-names.tsx';
import { RecordColumn, RecordTable } from '../../components/record-list.tsx';
import { StaffInput } from '../../components/staff-input.tsx';

const Column = RecordColumn<AuditEvent>;

/** Who signed in, was refused, or wrote and exported something, in the last twelve months. */
export function AuditLog() {
  return (
    <>
      <LogFilters>
        <SelectInput source="action" label="Action" choices={ACTIONS} emptyText="Toutes" />
        <SelectInput source="outcome" label="Résultat" choices={OUTCOMES} emptyText="Tous" />
      </LogFilters>
      <RecordTable<AuditEvent> empty="Rien n'a encore été noté." sx={logStyle}>
        <Column label="Quand" cellClassName="cell-moment" render={({ createdAt }) => shortMoment(createdAt)} />
        <Column
          label="Qui"
          isNamed
          render={(event) => (event.userId === null ? 'Visiteur' : <Author userId={event.userId} />)}
        />
        <Column label="Action" cellClassName="cell-name" render={Action} />
        <Column label="Résultat" cellClassName="cell-state" render={outcomeWords} />
        <Column label="Réseau" isNamed render={({ address }) => address} />
      </RecordTable>
    </>
  );
}

function Action({ action, target, requestId }: AuditEvent) {
  return (
    <>
      {action}
      <span className="soft" title={`Numéro de demande\u00a0: ${requestId}`}>
        {target}
      </span>
    </>
  );
}

const outcomeWords = ({ outcome, count }: AuditEvent) =>
  count > 1 ? `${AUDIT_OUTCOME_LABELS[outcome]} (${count} fois)` : AUDIT_OUTCOME_LABELS[outcome];

const ACTIONS = Object.entries(AUDITED_ACTION_LABELS).map(([id, name]) => ({ id, name }));
const OUTCOMES = AUDIT_OUTCOMES.map((id) => ({ id, name: AUDIT_OUTCOME_LABELS[id] }));

/** What all logs are filtered by: a person and days; others stand before and between them. */
export function LogFilters({ first, children }: { first?: ReactNode; children: ReactNode }) {
  return (
    <Filters sx={{ mb: 2, '& form': { alignItems: 'normal' } }}>
      {first}
      <StaffInput label="Personne" />
      {children}
      <DateInput source="from" label="Du" />
      <DateInput source="to" label="Au" />
    </Filters>
  );
}

/** The member of staff, or the number of a customer. */
export function Author({ userId }: { userId: number | null }) {
  if (userId === null) return AUTHOR_OF_NOBODY;
  return <StaffName source="userId" />;
}

export const logStyle = {
  '& tbody td': { verticalAlign: 'top', fontSize: 'var(--fc-text-small)' },
} as const;
