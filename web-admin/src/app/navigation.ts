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
import Mail from 'lucide-react/icons/mail';
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

/** The administrator's sidebar, from top to bottom. */
const navigation: readonly NavigationGroup[] = [
  { entries: [{ label: 'Tableau de bord', to: '/', icon: LayoutDashboard }] },
  {
    name: 'Colis',
    entries: [
      { label: 'Commandes', to: '/orders', icon: Package, screen: resourceScreens.orders },
      {
        label: 'Sans nom',
        to: '/unnamed',
        icon: PackageSearch,
        screen: resourceScreens.unnamed,
        Count: UnnamedParcels,
      },
      { label: 'Expéditions', to: '/consignments', icon: Plane, screen: resourceScreens.consignments },
      { label: 'Scanner', to: '/scan', icon: ScanLine, screen: ScanScreen },
      {
        label: 'À prévenir',
        to: '/to-tell',
        icon: MessageCircle,
        screen: resourceScreens['to-tell'],
        Count: PeopleToTell,
      },
      { label: 'Encaissements', to: '/payments', icon: Wallet, screen: resourceScreens.payments },
      { label: 'Bilan', to: '/report', icon: ChartColumn, screen: Report },
      { label: 'Utilisateurs', to: '/users', icon: Users, screen: resourceScreens.users },
    ],
  },
  {
    name: 'Site',
    entries: [
      { label: 'Produits', to: '/products', icon: ShoppingBag, screen: resourceScreens.products },
      { label: 'Notifications', to: '/notifications', icon: Bell, screen: resourceScreens.notifications },
      { label: 'Popups', to: '/popup-notifications', icon: Megaphone, screen: resourceScreens['popup-notifications'] },
      {
        label: 'Messages de contact',
        to: '/contact-messages',
        icon: Mail,
        screen: resourceScreens['contact-messages'],
        Count: UnreadMessages,
      },
      { label: 'Pages Statiques', to: '/static-pages', icon: FileText, screen: resourceScreens['static-pages'] },
    ],
  },
  {
    name: 'Réglages',
    entries: [
      {
        label: 'Statuts de commande',
        to: '/order-statuses',
        icon: ListChecks,
        screen: resourceScreens['order-statuses'],
      },
      { label: 'Tarifs', to: '/tariffs', icon: Coins, screen: resourceScreens.tariffs },
      { label: 'Envois', to: '/email-deliveries', icon: Send, screen: resourceScreens['email-deliveries'] },
      { label: 'Journal', to: '/journal', icon: History, screen: Journal },
      { label: 'Équipe', to: '/team', icon: IdCard, screen: resourceScreens.team },
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
