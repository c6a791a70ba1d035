import type { PersonToTell } from '@fasocolis/contracts/to-tell';
import { longMoment } from '@fasocolis/web-kit/dates';
import { WHATSAPP_WORDS } from '../../components/message-words.ts';
import { StaffName } from '../../components/people-names.tsx';
import { ActionsColumn, RecordColumn, RecordTable } from '../../components/record-list.tsx';
import { TextButton } from '../../components/text-button.tsx';
import { nameOf, Person, referencesOf } from './person-words.tsx';
import { useTelling } from './use-telling.ts';

const Column = RecordColumn<PersonToTell>;

export function ToldTable() {
  const { undo, isUndoing } = useTelling();
  return (
    <RecordTable<PersonToTell> empty="Personne n'a été prévenu ces 90 derniers jours.">
      <Column label="Personne" cellClassName="cell-name" render={Person} />
      <Column label="Colis" isNamed render={referencesOf} />
      <Column label="Prévenu par" isNamed render={Teller} />
      <Column
        source="toldAt"
        label="Quand"
        cellClassName="cell-soft"
        render={({ told }) => told && longMoment(told.at)}
      />
      <ActionsColumn<PersonToTell>>
        {(person) =>
          // The product's own message cannot be taken back.
          person.told?.byUserId !== null && (
            <TextButton
              label="Annuler"
              disabled={isUndoing}
              aria-label={`Annuler\u00a0: ${nameOf(person)}`}
              onClick={() => undo(person)}
            />
          )
        }
      </ActionsColumn>
    </RecordTable>
  );
}

function Teller({ told, whatsapp }: PersonToTell) {
  if (whatsapp) return WHATSAPP_WORDS[whatsapp.state];
  if (told?.byUserId === null) return 'FasoColis';
  return <StaffName source="told.byUserId" />;
}
