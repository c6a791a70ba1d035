import { Box, Button, Card, Skeleton, Tab, Tabs, Typography } from '@mui/material';
import { type ReactNode, useId, useState } from 'react';
import { ListBase, type SortPayload } from 'react-admin';
import { Link } from 'react-router-dom';
import { ListState } from '../../components/list-state.tsx';
import { UnreadMessages } from '../../components/unread-messages.tsx';
import { RecentMessages } from './recent-messages.tsx';
import { RecentOrders } from './recent-orders.tsx';
import { RecentUsers } from './recent-users.tsx';

/** Rows that a tab shows. */
const ROWS = 5;

const PAGES = [
  { slug: 'about', title: 'À propos' },
  { slug: 'terms', title: "Conditions d'utilisation" },
  { slug: 'privacy', title: 'Politique de confidentialité' },
  { slug: 'faq', title: 'Foire aux questions' },
] as const;

const TABS = [
  { name: 'orders', label: 'Commandes', Panel: OrdersPanel },
  { name: 'products', label: 'Produits', Panel: () => 'Les produits récents apparaîtront ici.' },
  { name: 'users', label: 'Utilisateurs', Panel: UsersPanel },
  { name: 'notifications', label: 'Notifications', Panel: () => 'Les notifications récentes apparaîtront ici.' },
  { name: 'pages', label: 'Pages', Panel: PagesPanel },
  { name: 'messages', label: 'Messages', Panel: MessagesPanel, Badge: UnreadMessages },
] as const;

type TabName = (typeof TABS)[number]['name'];

/** What happened lately. Only the open tab is loaded. */
export function RecentActivity() {
  const titleId = useId();
  const [open, setOpen] = useState<TabName>('orders');

  return (
    <Card component="section" aria-labelledby={titleId} sx={{ p: { xs: 2, sm: 3 } }}>
      <Typography id={titleId} variant="h2">
        Activité récente
      </Typography>
      <Tabs
        value={open}
        onChange={(_event, next: TabName) => setOpen(next)}
        aria-labelledby={titleId}
        variant="scrollable"
        sx={tabsStyle}
      >
        {TABS.map(({ name, label, ...tab }) => (
          <Tab
            key={name}
            value={name}
            id={tabId(name)}
            aria-controls={panelId(name)}
            label={
              <Box component="span" sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
                {label}
                {'Badge' in tab && <tab.Badge />}
              </Box>
            }
          />
        ))}
      </Tabs>
      {TABS.map(({ name, Panel }) => (
        <Box
          key={name}
          role="tabpanel"
          id={panelId(name)}
          aria-labelledby={tabId(name)}
          hidden={name !== open}
          sx={{ containerType: 'inline-size', pt: 1 }}
        >
          {name === open && <Panel />}
        </Box>
      ))}
    </Card>
  );
}

function OrdersPanel() {
  return (
    <RecentList
      resource="orders"
      sort={{ field: 'createdAt', order: 'DESC' }}
      empty="Aucune commande pour le moment. Créez la première."
      emptyAction={
        <Button component={Link} to="/orders?create" variant="outlined">
          Nouvelle commande
        </Button>
      }
    >
      <RecentOrders />
    </RecentList>
  );
}

function UsersPanel() {
  return (
    // The order in which the list comes unasked.
    <RecentList resource="users" sort={{ field: 'id', order: 'ASC' }} empty="Aucun utilisateur pour le moment.">
      <RecentUsers />
    </RecentList>
  );
}

function MessagesPanel() {
  return (
    <RecentList
      resource="contact-messages/unread"
      sort={{ field: 'createdAt', order: 'DESC' }}
      empty="Aucun nouveau message"
    >
      <RecentMessages />
    </RecentList>
  );
}

function PagesPanel() {
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 280px), 1fr))', gap: 1 }}>
      {PAGES.map(({ slug, title }) => (
        <Button key={slug} component={Link} to={`/static-pages/edit/${slug}`} variant="outlined">
          {`Modifier « ${title} »`}
        </Button>
      ))}
    </Box>
  );
}

interface RecentListProps {
  resource: string;
  sort: SortPayload;
  empty: string;
  emptyAction?: ReactNode;
  children: ReactNode;
}

function RecentList({ resource, sort, empty, emptyAction, children }: RecentListProps) {
  return (
    <ListBase resource={resource} sort={sort} perPage={ROWS} storeKey={false} disableSyncWithLocation>
      <ListState skeleton={<Skeleton variant="rounded" height={320} />} empty={empty} emptyAction={emptyAction}>
        {children}
      </ListState>
    </ListBase>
  );
}

const tabId = (tab: TabName) => `activity-tab-${tab}`;
const panelId = (tab: TabName) => `activity-panel-${tab}`;

const tabsStyle = {
  mb: 1,
  borderBottom: '1px solid var(--fc-line)',
  // Outside of the tab the ring would be cut off by what scrolls.
  '& .MuiTab-root.Mui-focusVisible': { outlineOffset: -3 },
} as const;
