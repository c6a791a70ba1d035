import type { StaticPage } from '@fasocolis/contracts/content';
import { shortDate } from '@fasocolis/web-kit/dates';
import { Button, Card, Skeleton } from '@mui/material';
import { DataTable, ListBase } from 'react-admin';
import { Link } from 'react-router-dom';
import { FRESH_FOR } from '../../components/freshness.ts';
import { ListState } from '../../components/list-state.tsx';
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
        <ListState
          skeleton={<Skeleton variant="rounded" height={400} sx={{ borderRadius: 'var(--fc-radius-card)' }} />}
          empty="Aucune page."
        >
          <Card>
            <PageTable />
          </Card>
        </ListState>
      </Screen>
    </ListBase>
  );
}

function PageTable() {
  return (
    <DataTable<PageSummary> bulkActionButtons={false} rowClick={false} sx={tableStyle}>
      <Column source="title" label="Titre" />
      <Column source="slug" label="Slug" />
      <Column source="lastUpdated" label="Dernière modification" render={({ lastUpdated }) => shortDate(lastUpdated)} />
      <Column
        label="Actions"
        disableSort
        cellClassName="cell-actions"
        render={({ slug, title }) => (
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
      />
    </DataTable>
  );
}

const tableStyle = {
  fontVariantNumeric: 'tabular-nums',
  '& tbody .column-title': { fontWeight: 700 },
  '& .cell-actions': { whiteSpace: 'nowrap' },
  // A phone has no room for four columns: each row becomes a small card, still a table to assistive technology.
  '@media (max-width: 599.95px)': {
    '& thead': { position: 'absolute', width: '1px', height: '1px', overflow: 'hidden', clipPath: 'inset(50%)' },
    '& tbody': { display: 'block' },
    '& tbody tr': { display: 'grid', gap: 0.5, p: 2, borderBottom: '1px solid var(--fc-line)' },
    '& tbody tr:last-of-type': { borderBottom: 0 },
    '& tbody td': { p: 0, border: 0 },
    '& :is(.column-slug, .column-lastUpdated)': { color: 'text.secondary' },
    '& tbody .column-slug::before': { content: '"/"' },
    '& tbody .column-lastUpdated::before': { content: '"Modifiée le "' },
    '& .cell-actions': { ml: -2 },
  },
} as const;
