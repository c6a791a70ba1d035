import type { StaticPage } from '@fasocolis/contracts/content';
import { shortDate } from '@fasocolis/web-kit/dates';
import { FRESH_FOR, ScreenList } from '../../components/lists.tsx';
import { ActionsColumn, RecordColumn, RecordTable } from '../../components/record-list.tsx';
import { Screen } from '../../components/screen.tsx';
import { TextButton } from '../../components/text-button.tsx';

const Column = RecordColumn<PageSummary>;

type PageSummary = Omit<StaticPage, 'content'>;
export default function PageList() {
  return (
    <ScreenList sort={{ field: 'id', order: 'ASC' }} perPage={50} queryOptions={{ staleTime: FRESH_FOR }}>
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
                <TextButton label="Voir" href={`/${slug}`} aria-label={`Voir ${title}`} />
                <TextButton to={`/static-pages/edit/${slug}`} label="Modifier" aria-label={`Modifier ${title}`} />
              </>
            )}
          </ActionsColumn>
        </RecordTable>
      </Screen>
    </ScreenList>
  );
}
