import type { LucideIcon } from 'lucide-react';
import Bell from 'lucide-react/icons/bell';
import FileText from 'lucide-react/icons/file-text';
import LayoutDashboard from 'lucide-react/icons/layout-dashboard';
import ListChecks from 'lucide-react/icons/list-checks';
import Mail from 'lucide-react/icons/mail';
import Megaphone from 'lucide-react/icons/megaphone';
import Package from 'lucide-react/icons/package';
import Send from 'lucide-react/icons/send';
import Settings from 'lucide-react/icons/settings';
import ShoppingBag from 'lucide-react/icons/shopping-bag';
import Users from 'lucide-react/icons/users';
import type { ComponentType } from 'react';
import type { LazyScreen } from '../components/lazy-screen.ts';
import { UnreadMessages } from '../components/unread-messages.tsx';
import { contactMessages } from '../resources/contact-messages/index.ts';
import { emailDeliveries } from '../resources/email-deliveries/index.ts';
import { notifications } from '../resources/notifications/index.ts';
import { orderStatuses } from '../resources/order-statuses/index.ts';
import { orders } from '../resources/orders/index.ts';
import { popupNotifications } from '../resources/popup-notifications/index.ts';
import { products } from '../resources/products/index.ts';
import { SettingScreen } from '../resources/settings/index.ts';
import { staticPages } from '../resources/static-pages/index.ts';
import { users } from '../resources/users/index.ts';

interface NavigationEntry {
  label: string;
  to: string;
  icon: LucideIcon;
  /** Where it leads, unless that is the first screen. */
  screen?: LazyScreen;
  /** What waits behind the entry. */
  Count?: ComponentType;
}

/** The sidebar, from top to bottom. */
export const navigation: readonly NavigationEntry[] = [
  { label: 'Tableau de bord', to: '/', icon: LayoutDashboard },
  { label: 'Commandes', to: '/orders', icon: Package, screen: orders.list },
  { label: 'Statuts de commande', to: '/order-statuses', icon: ListChecks, screen: orderStatuses.list },
  { label: 'Produits', to: '/products', icon: ShoppingBag, screen: products.list },
  { label: 'Utilisateurs', to: '/users', icon: Users, screen: users.list },
  { label: 'Notifications', to: '/notifications', icon: Bell, screen: notifications.list },
  { label: 'Popups', to: '/popup-notifications', icon: Megaphone, screen: popupNotifications.list },
  {
    label: 'Messages de contact',
    to: '/contact-messages',
    icon: Mail,
    screen: contactMessages.list,
    Count: UnreadMessages,
  },
  { label: 'Pages Statiques', to: '/static-pages', icon: FileText, screen: staticPages.list },
  { label: "E-mails et files d'attente", to: '/email-deliveries', icon: Send, screen: emailDeliveries.list },
  { label: 'Paramètres', to: '/settings', icon: Settings, screen: SettingScreen },
];
