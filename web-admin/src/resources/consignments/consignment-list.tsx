import { modeName } from '@fasocolis/contracts/change-words';
import type { Consignment } from '@fasocolis/contracts/consignments';
import { shortDate } from '@fasocolis/web-kit/dates';
import { SelectInput } from 'react-admin';
import { Link, useNavigate } from 'react-router-dom';
import { CreateButton } from '../../components/buttons.tsx';
import { MODES } from '../../components/choices.ts';
import { Filters, SearchInput } from '../../components/filters.tsx';
import { ScreenList } from '../../components/lists.tsx';
import { RecordDialogs, useRecordDialogs } from '../../components/record-dialogs.tsx';
import { RecordColumn, RecordTable } from '../../components/record-list.tsx';
import { Screen } from '../../components/screen.tsx';
import { createForm } from './consignment-forms.tsx';
import { STATES, StateBadge } from './consignment-words.tsx';

const Column = RecordColumn<Consignment>;

const date = (day: string | null) => (day ? shortDate(day) : '');

export default function ConsignmentList() {
  const navigate = useNavigate();
  const dialogs = useRecordDialogs<Consignment>();
  return (
    <ScreenList sort={{ field: 'createdAt', order: 'DESC' }} perPage={25}>
      <Screen
        title="Expéditions"
        actions={<CreateButton onClick={dialogs.creation.open}>Nouvelle expédition</CreateButton>}
      >
        <ConsignmentFilters />
        <RecordTable<Consignment>
          cardsBelow={760}
          empty="Aucune expédition pour le moment. Créez la première."
          onOpen={({ id }) => void navigate(`/consignments/${id}`)}
        >
          <Column
            source="code"
            cellClassName="cell-name"
            render={({ id, code }) => (
              <Link to={`/consignments/${id}`} onClick={(event) => event.stopPropagation()}>
                {code}
              </Link>
            )}
          />
          <Column source="state" disableSort cellClassName="cell-state" render={StateBadge} />
          <Column source="mode" isNamed disableSort render={({ mode }) => modeName(mode)} />
          <Column source="departureCity" isNamed disableSort />
          <Column source="departureDate" isNamed render={({ departureDate }) => date(departureDate)} />
          <Column source="expectedArrival" isNamed render={({ expectedArrival }) => date(expectedArrival)} />
          <Column source="orders" isNamed disableSort />
        </RecordTable>
        <RecordDialogs dialogs={dialogs} create={createForm} />
      </Screen>
    </ScreenList>
  );
}

function ConsignmentFilters() {
  return (
    <Filters sx={filterStyle}>
      <SearchInput />
      <SelectInput source="state" choices={STATES} emptyText="Tous les états" />
      <SelectInput source="mode" choices={MODES} emptyText="Tous" />
    </Filters>
  );
}

const filterStyle = {
  mb: 1,
  '& .ra-input': { flexBasis: 140, minWidth: 0 },
  '& .ra-input:first-of-type': { flexBasis: 240 },
} as const;
