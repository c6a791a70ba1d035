import type { Loadable } from '@fasocolis/web-kit/loadable';
import type { LucideIcon } from 'lucide-react';
import Bell from 'lucide-react/icons/bell';
import ChartColumn from 'lucide-react/icons/chart-column';
import Coins from 'lucide-react/icons/coins';
import FileText from 'lucide-react/icons/file-text';
import History from 'lucide-react/icons/history';
import IdCard from 'lucide-react/icons/id-card';
import LayoutDashboard from 'lucide-react/icons/layout-dashboard';
import ListChecks from 'lucide-react/icons/list-checks';
import Envelope from 'lucide-react/icons/mail';
import Megaphone from 'lucide-react/icons/megaphone';
import MessageCircle from 'lucide-react/icons/message-circle';
import Package from 'lucide-react/icons/package';
import PackageSearch from 'lucide-react/icons/package-search';
import Plane from 'lucide-react/icons/plane';
import ScanLine from 'lucide-react/icons/scan-line';
import Send from 'lucide-react/icons/send';
import Settings from 'lucide-react/icons/settings';
import ShoppingBag from 'lucide-react/icons/shopping-bag';
import Users from 'lucide-react/icons/users';
import Wallet from 'lucide-react/icons/wallet';
import type { ComponentType } from 'react';
import { PeopleToTell, UnnamedParcels, UnreadMessages } from '../components/totals.tsx';
import { AGENT_PATHS, Journal, Report, resourceScreens, ScanScreen, SettingScreen } from '../resources/screens.ts';

interface NavigationEntry {
  label: string;
  to: string;
  icon: LucideIcon;
  /** The target, unless it is the first screen. */
  screen?: Loadable;
  Count?: ComponentType;
}

interface NavigationGroup {
  /** Absent above the first group. */
  name?: string;
  entries: readonly NavigationEntry[];
}

/** The list of a resource. @param Count the number of its rows that need attention */
const listOf = (
  resource: keyof typeof resourceScreens,
  label: string,
  icon: LucideIcon,
  Count?: ComponentType,
): NavigationEntry => ({ label, to: `/${resource}`, icon, screen: resourceScreens[resource], ...(Count && { Count }) });

/** The administrator's sidebar, from top to bottom. */
const navigation: readonly NavigationGroup[] = [
  { entries: [{ label: 'Tableau de bord', to: '/', icon: LayoutDashboard }] },
  {
    name: 'Colis',
    entries: [
      listOf('orders', 'Commandes', Package),
      listOf('unnamed', 'Sans nom', PackageSearch, UnnamedParcels),
      listOf('consignments', 'Expéditions', Plane),
      { label: 'Scanner', to: '/scan', icon: ScanLine, screen: ScanScreen },
      listOf('to-tell', 'À prévenir', MessageCircle, PeopleToTell),
      listOf('payments', 'Encaissements', Wallet),
      { label: 'Bilan', to: '/report', icon: ChartColumn, screen: Report },
      listOf('users', 'Utilisateurs', Users),
    ],
  },
  {
    name: 'Site',
    entries: [
      listOf('products', 'Produits', ShoppingBag),
      listOf('notifications', 'Notifications', Bell),
      listOf('popup-notifications', 'Popups', Megaphone),
      listOf('contact-messages', 'Messages de contact', Envelope, UnreadMessages),
      listOf('static-pages', 'Pages Statiques', FileText),
    ],
  },
  {
    name: 'Réglages',
    entries: [
      listOf('order-statuses', 'Statuts de commande', ListChecks),
      listOf('tariffs', 'Tarifs', Coins),
      listOf('email-deliveries', 'Envois', Send),
      { label: 'Journal', to: '/journal', icon: History, screen: Journal },
      listOf('team', 'Équipe', IdCard),
      { label: 'Paramètres', to: '/settings', icon: Settings, screen: SettingScreen },
    ],
  },
];

/** The groups of the administrator, or those with entries for an agent. */
export const navigationFor = (isAgent: boolean): readonly NavigationGroup[] =>
  isAgent
    ? navigation
        .map((group) => ({ ...group, entries: group.entries.filter(({ to }) => AGENT_PATHS.has(to)) }))
        .filter(({ entries }) => entries.length > 0)
    : navigation;
