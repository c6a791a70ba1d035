import type { StaticPage } from '@fasocolis/contracts/content';
import { shortDate } from '@fasocolis/web-kit/dates';
import { Button } from '@mui/material';
import { DataTable, ListBase } from 'react-admin';
import { Link } from 'react-router-dom';
import { FRESH_FOR } from '../../components/queries.ts';
import { ActionsColumn, RecordTable } from '../../components/record-list.tsx';
import { Screen } from '../../components/screen.tsx';

type PageSummary = Omit<StaticPage, 'content'>;
const Column = DataTable.Col<PageSummary>;

export default function PageList() {
  return (
    <ListBase
      sort={{ field: 'id', order: 'ASC' }}
      perPage={50}
      storeKey={false}
      queryOptions={{ staleTime: FRESH_FOR }}
    >
      <Screen title="Pages Statiques">
        <RecordTable<PageSummary> cardsBelow={560} empty="Aucune page.">
          <Column source="title" label="Titre" cellClassName="cell-name" />
          <Column source="slug" label="Slug" cellClassName="cell-soft" />
          <Column
            source="lastUpdated"
            label="Dernière modification"
            data-label="Modifiée le"
            cellClassName="cell-soft"
            render={({ lastUpdated }) => shortDate(lastUpdated)}
          />
          <ActionsColumn<PageSummary>>
            {({ slug, title }) => (
              <>
                {/* The page itself is on the customer site. */}
                <Button href={`/${slug}`} aria-label={`Voir ${title}`}>
                  Voir
                </Button>
                <Button component={Link} to={`/static-pages/edit/${slug}`} aria-label={`Modifier ${title}`}>
                  Modifier
                </Button>
              </>
            )}
          </ActionsColumn>
        </RecordTable>
      </Screen>
    </ListBase>
  );
}
