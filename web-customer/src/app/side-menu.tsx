import { PRODUCT_NAME } from '@fasocolis/contracts/brand';
import { isStaff } from '@fasocolis/contracts/user';
import * as Dialog from '@radix-ui/react-dialog';
import X from 'lucide-react/icons/x';
import type { RefObject } from 'react';
import { Link } from 'react-router-dom';
import UnreadBadge from '../features/notifications/unread-badge.tsx';
import { Button, ButtonLink, buttonClass } from '../shared/button.tsx';
import { useSignOut } from '../shared/leave.ts';
import { paths } from '../shared/paths.ts';
import { useUser } from '../shared/session.ts';
import { shareApp } from '../shared/share.ts';
import { useCloseRequest } from '../shared/sheet.tsx';
import { footerLinks, helpLinks, type MenuLink, useIsPublicPage } from './menu-links.ts';

const VISITOR_LINKS: MenuLink[] = [
  { label: 'Accueil', to: paths.home },
  { label: 'Mes colis', to: paths.parcels },
];

const SIGNED_IN_LINKS: MenuLink[] = [
  ...VISITOR_LINKS,
  { label: 'Notifications', to: paths.notifications },
  { label: 'Commandes sauvegardées', to: paths.savedOrders },
  { label: 'Mon Profil', to: paths.profile },
];

/** On static pages, in place of the help links alone. */
const PUBLIC_LINKS: MenuLink[] = [...footerLinks, { label: "Conditions d'utilisation", to: paths.terms }];

const ENTRY =
  'flex min-h-12 w-full items-center rounded-xl px-3 text-left text-base font-medium wrap-anywhere hover:bg-canvas';

interface Props {
  /** Gets the focus when the menu closes, unless a new screen has taken it. */
  opener: RefObject<HTMLElement | null>;
  onClose: () => void;
}

export default function SideMenu({ opener, onClose }: Props) {
  const user = useUser();
  const signOut = useSignOut();
  const isPublicPage = useIsPublicPage();
  useCloseRequest(onClose);
  const links = [...(user ? SIGNED_IN_LINKS : VISITOR_LINKS), ...(isPublicPage ? PUBLIC_LINKS : helpLinks)];

  return (
    <Dialog.Root open onOpenChange={onClose}>
      <Dialog.Portal>
        {/* The library's own overlay locks scrolling with a style element, which the site's CSP refuses. */}
        <div data-scroll-lock className="fixed inset-0 z-40 bg-backdrop" />
        <Dialog.Content
          aria-describedby={undefined}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            if (document.activeElement === document.body) opener.current?.focus();
          }}
          className="fixed inset-y-0 right-0 z-50 flex w-72 max-w-[85vw] animate-slide flex-col overflow-y-auto bg-surface p-4 shadow-xl"
        >
          <div className="mb-2 flex flex-wrap items-center">
            <Dialog.Title className="px-3 text-lg font-bold text-brand">{PRODUCT_NAME}</Dialog.Title>
            <Dialog.Close aria-label="Fermer" className={buttonClass('icon', 'ml-auto')}>
              <X aria-hidden size={24} />
            </Dialog.Close>
          </div>
          <nav aria-label="Menu" className="grid grid-cols-1 gap-1">
            {links.map(({ label, to }) => (
              <Link key={to} to={to} className={ENTRY} onClick={onClose}>
                {label}
                {user && to === paths.notifications && (
                  <>
                    {' '}
                    <UnreadBadge userId={user.id} className="ml-auto" />
                  </>
                )}
              </Link>
            ))}
            {user && isStaff(user) && (
              <a href={paths.admin} className={ENTRY}>
                Administration
              </a>
            )}
            {user && (
              <button type="button" className={ENTRY} onClick={() => void shareApp()}>
                Partager cette app
              </button>
            )}
          </nav>
          <div className="mt-4 border-t border-line pt-4">
            {user ? (
              <Button
                label="Déconnexion"
                className="w-full"
                disabled={signOut.isPending}
                onClick={() => signOut.mutate(undefined, { onSettled: onClose })}
              />
            ) : (
              <ButtonLink to={paths.auth} label="Se connecter" variant="brand" className="w-full" onClick={onClose} />
            )}
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
