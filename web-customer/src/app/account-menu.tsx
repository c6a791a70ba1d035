import { isStaff, type User } from '@fasocolis/contracts/user';
import ChevronDown from 'lucide-react/icons/chevron-down';
import CircleUserRound from 'lucide-react/icons/circle-user-round';
import { type KeyboardEvent, useId, useRef } from 'react';
import { Link } from 'react-router-dom';
import UnreadBadge from '../features/notifications/unread-badge.tsx';
import { buttonClass } from '../shared/button.tsx';
import { useSignOut } from '../shared/leave.ts';
import { paths } from '../shared/paths.ts';
import { shareApp } from '../shared/share.ts';

const ITEM = {
  role: 'menuitem',
  tabIndex: -1,
  className:
    'flex min-h-11 w-full items-center rounded-lg px-3 font-medium outline-none! hover:bg-canvas focus:bg-canvas focus:ring-2 focus:ring-brand',
};

/** The target of each key of the ARIA menu pattern, from an item. */
const TARGETS: Record<string, (index: number) => number> = {
  ArrowDown: (index) => index + 1,
  ArrowUp: (index) => index - 1,
  Home: () => 0,
  End: () => -1,
};

/** The signed-in user's menu on wide screens. */
export default function AccountMenu({ user }: { user: User }) {
  const signOut = useSignOut();
  const id = useId();
  const menu = useRef<HTMLDivElement>(null);
  const items = () => [...(menu.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])];
  const moveFocus = (event: KeyboardEvent) => {
    const all = items();
    const target = TARGETS[event.key]?.(all.indexOf(document.activeElement as HTMLElement));
    if (target === undefined) return;
    event.preventDefault();
    all[(target + all.length) % all.length]?.focus();
  };
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        aria-haspopup="menu"
        aria-label={`Mon compte, ${user.username}`}
        className={buttonClass('icon', 'w-auto gap-1 px-2.5!')}
      >
        <CircleUserRound aria-hidden size={22} />
        <span className="max-w-32 truncate">{user.username}</span>
        <ChevronDown aria-hidden size={16} />
      </button>
      <div
        ref={menu}
        id={id}
        popover="auto"
        role="menu"
        tabIndex={-1}
        aria-label="Mon compte"
        onToggle={({ newState }) => newState === 'open' && items()[0]?.focus()}
        onKeyDown={moveFocus}
        onClick={() => menu.current?.hidePopover()}
        onBlur={({ relatedTarget }) => {
          if (relatedTarget && !menu.current?.contains(relatedTarget)) menu.current?.hidePopover();
        }}
        className="inset-[3.5rem_max(1rem,calc((100vw-64rem)/2+1rem))_auto_auto] m-0 mt-1 min-w-56 animate-rise rounded-xl border border-line bg-surface p-2 text-ink shadow-xl"
      >
        <Link to={paths.profile} {...ITEM}>
          Mon Profil
        </Link>
        <Link to={paths.notifications} {...ITEM}>
          Notifications <UnreadBadge userId={user.id} className="ml-auto" />
        </Link>
        {isStaff(user) && (
          <a href={paths.admin} {...ITEM}>
            Administration
          </a>
        )}
        <button type="button" {...ITEM} onClick={() => void shareApp()}>
          Partager cette app
        </button>
        <hr className="my-2 border-line" />
        <button type="button" {...ITEM} disabled={signOut.isPending} onClick={() => signOut.mutate()}>
          Déconnexion
        </button>
      </div>
    </>
  );
}
