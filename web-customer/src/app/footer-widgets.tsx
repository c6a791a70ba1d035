import type { User } from '@fasocolis/contracts/user';
import { useUnreadCount } from '@fasocolis/web-kit/notifications';
import Bell from 'lucide-react/icons/bell';
import Heart from 'lucide-react/icons/heart';
import { Link } from 'react-router-dom';
import { paths } from '../shared/paths.ts';

const WIDGET =
  'flex min-h-14 items-center gap-3 rounded-xl bg-brand px-4 font-medium wrap-anywhere hyphens-auto transition-colors duration-150 hover:bg-brand-hover';

export default function FooterWidgets({ user }: { user: User }) {
  const unread = useUnreadCount(user.id);
  return (
    <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
      <Link to={paths.notifications} className={WIDGET}>
        <Bell aria-hidden size={20} className="shrink-0 text-accent" />
        Notifications non lues
        <span className="ml-auto text-lg font-bold tabular-nums">{unread}</span>
      </Link>
      <Link to={paths.savedOrders} className={WIDGET}>
        <Heart aria-hidden size={20} className="shrink-0 text-accent" />
        Mes commandes sauvegardées
      </Link>
    </div>
  );
}
