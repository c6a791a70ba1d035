import type { StaffOrder } from '@fasocolis/contracts/orders';
import { shortDate } from '@fasocolis/web-kit/dates';
import { StatusBadge } from '@fasocolis/web-kit/status-badge';
import { Box } from '@mui/material';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { SortPayload } from 'react-admin';
import { ListState, Loading } from '../../components/list-state.tsx';
import { PartList } from '../../components/lists.tsx';
import { Section } from '../../components/screen.tsx';
import { TabList } from '../../components/tab-list.tsx';
import { OutlinedButton } from '../../components/text-button.tsx';
import { UnreadMessages } from '../../components/totals.tsx';
import { RecentTable } from './recent-table.tsx';

const ROWS = 5;

const RecentUsers = lazy(() => import('./recent-users.tsx'));
const RecentMessages = lazy(() => import('./recent-messages.tsx'));

const PAGES = [
  { slug: 'about', title: 'À propos' },
  { slug: 'terms', title: "Conditions d'utilisation" },
  { slug: 'privacy', title: 'Politique de confidentialité' },
  { slug: 'faq', title: 'Foire aux questions' },
];

const TABS = [
  { name: 'orders', label: 'Commandes' },
  { name: 'products', label: 'Produits' },
  { name: 'users', label: 'Utilisateurs' },
  { name: 'notifications', label: 'Notifications' },
  { name: 'pages', label: 'Pages' },
  {
    name: 'messages',
    label: (
      <Box component="span" sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        Messages
        <UnreadMessages />
      </Box>
    ),
  },
] as const;
type TabName = (typeof TABS)[number]['name'];

const PANELS: Record<TabName, ReactNode> = {
  orders: (
    <RecentList
      resource="orders"
      sort={{ field: 'createdAt', order: 'DESC' }}
      empty="Aucune commande pour le moment. Créez la première."
      emptyAction={<OutlinedButton to="/orders?create" label="Nouvelle commande" />}
    >
      <RecentOrders />
    </RecentList>
  ),
  products: 'Les produits récents apparaîtront ici.',
  users: (
    // The list's default order.
    <RecentList resource="users" sort={{ field: 'id', order: 'ASC' }} empty="Aucun utilisateur pour le moment.">
      <RecentUsers />
    </RecentList>
  ),
  notifications: 'Les notifications récentes apparaîtront ici.',
  pages: (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 280px), 1fr))', gap: 1 }}>
      {PAGES.map(({ slug, title }) => (
        <OutlinedButton key={slug} to={`/static-pages/edit/${slug}`} label={`Modifier «\u00a0${title}\u00a0»`} />
      ))}
    </Box>
  ),
  messages: (
    <RecentList
      resource="contact-messages/unread"
      sort={{ field: 'createdAt', order: 'DESC' }}
      empty="Aucun nouveau message"
    >
      <RecentMessages />
    </RecentList>
  ),
};

export function RecentActivity() {
  const [open, setOpen] = useState<TabName>('orders');
  return (
    <Section title="Activité récente">
      <TabList label="Activité récente" tabs={TABS} open={open} onOpen={setOpen}>
        <Suspense fallback={<Loading height={320} />}>{PANELS[open]}</Suspense>
      </TabList>
    </Section>
  );
}

interface RecentListProps {
  resource: string;
  sort: SortPayload;
  empty: string;
  emptyAction?: ReactNode;
  children: ReactNode;
}

function RecentList({ resource, sort, ...state }: RecentListProps) {
  return (
    <PartList key={resource} resource={resource} sort={sort} perPage={ROWS}>
      <ListState skeleton={{ height: 320 }} {...state} />
    </PartList>
  );
}

function RecentOrders() {
  return (
    <RecentTable<StaffOrder>
      label="Commandes récentes"
      columns={{
        Référence: ({ reference }) => (
          <Box component="span" sx={{ fontFamily: 'var(--fc-font-reference)', fontWeight: 700 }}>
            {reference}
          </Box>
        ),
        Statut: (order) => <StatusBadge order={order} />,
        Date: ({ createdAt }) => shortDate(createdAt),
        Action: ({ id, reference }) => (
          <OutlinedButton to={`/orders?edit=${id}`} label="Mettre à jour" aria-label={`Mettre à jour ${reference}`} />
        ),
      }}
    />
  );
}
