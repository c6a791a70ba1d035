import type { LucideIcon } from 'lucide-react';
import ListChecks from 'lucide-react/icons/list-checks';
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
];
