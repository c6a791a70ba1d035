import { Logo } from '@fasocolis/web-kit/logo';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import Bell from 'lucide-react/icons/bell';
import CircleUserRound from 'lucide-react/icons/circle-user-round';
import Heart from 'lucide-react/icons/heart';
import Menu from 'lucide-react/icons/menu';
import { Suspense, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { ButtonLink, buttonClass } from '../shared/button.tsx';
import { OptionalPart, optional } from '../shared/optional.tsx';
import { paths } from '../shared/paths.ts';
import { useUser } from '../shared/session.ts';
import { helpLinks, useIsPublicPage } from './menu-links.ts';

const AccountMenu = optional(() => import('./account-menu.tsx'));
const UnreadBadge = optional(() => import('../features/notifications/unread-badge.tsx'));
const loadSideMenu = () => import('./side-menu.tsx');
const SideMenu = optional(loadSideMenu);

const SIGN_IN = <ButtonLink to={paths.auth} label="Se connecter" variant="brand" />;

export function Header() {
  const user = useUser();
  const isPublicPage = useIsPublicPage();
  const { pathname } = useLocation();
  return (
    <header className="sticky top-0 z-40 border-b border-line bg-surface">
      <div className="mx-auto flex min-h-14 max-w-5xl flex-wrap items-center justify-end gap-x-1 px-4">
        <Link to={paths.home} className="mr-auto max-w-40 grow basis-20 rounded-lg py-0.5">
          <Logo size="small" href={false} />
        </Link>
        {isPublicPage && (
          <Link to={paths.home} className={buttonClass('icon', 'w-auto px-2.5!')}>
            <ArrowLeft aria-hidden size={18} />
            Retour
          </Link>
        )}
        {user && (
          <Link to={paths.notifications} className={buttonClass('icon', 'relative')}>
            <Bell aria-hidden size={22} />
            <span className="sr-only">Notifications </span>
            <OptionalPart>
              <UnreadBadge userId={user.id} testId="unread-badge" className="absolute top-0.5 left-5" />
            </OptionalPart>
          </Link>
        )}
        <nav aria-label="Menu principal" className="hidden items-center gap-1 lg:flex">
          {helpLinks.map(({ label, to }) => (
            <Link key={to} to={to} className={buttonClass('icon', 'w-auto px-2.5!')}>
              {label}
            </Link>
          ))}
          {user && (
            <>
              <Link to={paths.savedOrders} aria-label="Commandes sauvegardées" className={buttonClass('icon')}>
                <Heart aria-hidden size={22} />
              </Link>
              <Suspense fallback={<CircleUserRound aria-hidden size={22} className="m-2.5" />}>
                <AccountMenu user={user} />
              </Suspense>
            </>
          )}
          {user === null && SIGN_IN}
        </nav>
        {user === undefined && <noscript>{SIGN_IN}</noscript>}
        {/* A new one for each screen: a menu that loads late must not open over the next screen. */}
        <MobileMenu key={pathname} />
      </div>
    </header>
  );
}

function MobileMenu() {
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label="Menu"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        className={buttonClass('icon', '-mr-2.5 lg:hidden noscript:hidden')}
        onPointerEnter={() => void loadSideMenu().catch(() => undefined)}
        onClick={() => setIsOpen(true)}
      >
        <Menu aria-hidden size={24} />
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <SideMenu opener={button} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
