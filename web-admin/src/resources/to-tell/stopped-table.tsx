import type { StoppedNumber } from '@fasocolis/contracts/stopped-numbers';
import { longMoment } from '@fasocolis/web-kit/dates';
import { useState } from 'react';
import { StaffName } from '../../components/people-names.tsx';
import { ActionsColumn, RecordColumn, RecordTable } from '../../components/record-list.tsx';
import { TextButton } from '../../components/text-button.tsx';
import { nameOf, Person } from './person-words.tsx';
import { ResumeDialog } from './stop-dialogs.tsx';

const Column = RecordColumn<StoppedNumber>;

export function StoppedTable() {
  const [resumed, setResumed] = useState<StoppedNumber>();
  return (
    <>
      <RecordTable<StoppedNumber> empty="Personne n'a demandé à ne plus être prévenu.">
        <Column
          label="Personne"
          cellClassName="cell-name"
          render={({ id, name }) => <Person name={name} phone={id} />}
        />
        <Column label="Arrêté par" isNamed render={Recorder} />
        <Column
          source="stoppedAt"
          label="Quand"
          cellClassName="cell-soft"
          render={({ stoppedAt }) => longMoment(stoppedAt)}
        />
        <ActionsColumn<StoppedNumber>>
          {(number) => (
            <TextButton
              label="Prévenir de nouveau"
              aria-label={`Prévenir de nouveau\u00a0: ${nameOf({ ...number, phone: number.id })}`}
              onClick={() => setResumed(number)}
            />
          )}
        </ActionsColumn>
      </RecordTable>
      {resumed && <ResumeDialog number={resumed} onClose={() => setResumed(undefined)} />}
    </>
  );
}

const Recorder = ({ byUserId }: StoppedNumber) => (byUserId === null ? 'La personne' : <StaffName source="byUserId" />);
