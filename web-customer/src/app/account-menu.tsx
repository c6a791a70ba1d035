import type { User } from '@fasocolis/contracts/user';
import * as DropdownMenu from '@radix-ui/react-dropdown-menu';
import ChevronDown from 'lucide-react/icons/chevron-down';
import CircleUserRound from 'lucide-react/icons/circle-user-round';
import { Link } from 'react-router-dom';
import { UnreadBadge } from '../features/notifications/unread-badge.tsx';
import { buttonClass } from '../shared/button.tsx';
import { paths } from '../shared/paths.ts';
import { useSignOut } from '../shared/session.ts';
import { shareApp } from '../shared/share.ts';

const ENTRY =
  'flex min-h-11 cursor-pointer items-center rounded-lg px-3 font-medium outline-none data-highlighted:bg-canvas data-highlighted:ring-2 data-highlighted:ring-brand';

/** The signed-in person's menu on wide screens; loaded once there is such a person. */
export default function AccountMenu({ user }: { user: User }) {
  const signOut = useSignOut();
  return (
    // Modal would lock scrolling with a style element, which the site's content security policy refuses.
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger
        aria-label={`Mon compte, ${user.username}`}
        className={buttonClass('icon', 'w-auto gap-1 px-2.5!')}
      >
        <CircleUserRound aria-hidden size={22} />
        <span className="max-w-32 truncate">{user.username}</span>
        <ChevronDown aria-hidden size={16} />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="end"
          sideOffset={8}
          className="z-50 min-w-56 animate-rise rounded-xl border border-line bg-surface p-2 shadow-xl"
        >
          <DropdownMenu.Item asChild>
            <Link to={paths.profile} className={ENTRY}>
              Mon Profil
            </Link>
          </DropdownMenu.Item>
          <DropdownMenu.Item asChild>
            <Link to={paths.notifications} className={ENTRY}>
              Notifications <UnreadBadge userId={user.id} className="ml-auto" />
            </Link>
          </DropdownMenu.Item>
          {user.isAdmin && (
            <DropdownMenu.Item asChild>
              <a href={paths.admin} className={ENTRY}>
                Administration
              </a>
            </DropdownMenu.Item>
          )}
          <DropdownMenu.Item className={ENTRY} onSelect={() => void shareApp()}>
            Partager cette app
          </DropdownMenu.Item>
          <DropdownMenu.Separator className="my-2 h-px bg-line" />
          <DropdownMenu.Item className={ENTRY} disabled={signOut.isPending} onSelect={() => signOut.mutate()}>
            Déconnexion
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
