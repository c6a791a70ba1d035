import type { LucideIcon } from 'lucide-react';
import Bell from 'lucide-react/icons/bell';
import ListChecks from 'lucide-react/icons/list-checks';
import Megaphone from 'lucide-react/icons/megaphone';
import Package from 'lucide-react/icons/package';
import Users from 'lucide-react/icons/users';

interface NavigationEntry {
  label: string;
  to: string;
  icon: LucideIcon;
}

/** The sidebar, from top to bottom. */
export const navigation: readonly NavigationEntry[] = [
  { label: 'Commandes', to: '/orders', icon: Package },
  { label: 'Statuts de commande', to: '/order-statuses', icon: ListChecks },
  { label: 'Utilisateurs', to: '/users', icon: Users },
  { label: 'Notifications', to: '/notifications', icon: Bell },
  { label: 'Popups', to: '/popup-notifications', icon: Megaphone },
];
