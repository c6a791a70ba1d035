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
import { UnreadMessages } from '../components/unread-messages.tsx';

interface NavigationEntry {
  label: string;
  to: string;
  icon: LucideIcon;
  /** What waits behind the entry. */
  Count?: ComponentType;
}

/** The sidebar, from top to bottom. */
export const navigation: readonly NavigationEntry[] = [
  { label: 'Tableau de bord', to: '/', icon: LayoutDashboard },
  { label: 'Commandes', to: '/orders', icon: Package },
  { label: 'Statuts de commande', to: '/order-statuses', icon: ListChecks },
  { label: 'Produits', to: '/products', icon: ShoppingBag },
  { label: 'Utilisateurs', to: '/users', icon: Users },
  { label: 'Notifications', to: '/notifications', icon: Bell },
  { label: 'Popups', to: '/popup-notifications', icon: Megaphone },
  { label: 'Messages de contact', to: '/contact-messages', icon: Mail, Count: UnreadMessages },
  { label: 'Pages Statiques', to: '/static-pages', icon: FileText },
  { label: "E-mails et files d'attente", to: '/email-deliveries', icon: Send },
  { label: 'Paramètres', to: '/settings', icon: Settings },
];
