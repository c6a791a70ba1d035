import { useKeptFocus } from '@fasocolis/web-kit/use-kept-focus';
import { Suspense, useEffect, useRef } from 'react';
import { Outlet, useLocation, useNavigationType } from 'react-router-dom';
import { Button } from '../shared/button.tsx';
import { Spinner } from '../shared/loading.tsx';
import { ErrorBoundary, OptionalPart, optional } from '../shared/optional.tsx';
import { useUser } from '../shared/session.ts';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { READY_EVENT } from './loader.ts';

const SignedIn = optional(() => import('./signed-in.tsx'));

/** The frame of every screen; `canInterrupt` tells whether popups may cover it. */
export function Layout({ canInterrupt }: { canInterrupt: boolean }) {
  const user = useUser();
  const { pathname } = useLocation();
  const main = useMainOfNewScreen(pathname);
  useKeptFocus();
  return (
    <ErrorBoundary fallback={<Broken />}>
      <a
        href="#contenu"
        className="fixed -top-20 left-4 z-50 rounded-lg bg-surface px-4 py-3 font-semibold text-brand focus:top-2"
      >
        Aller au contenu
      </a>
      <Header />
      {/* At least as high as the screen: content that loads late never moves the footer in sight. */}
      <main id="contenu" ref={main} tabIndex={-1} className="min-h-[calc(100dvh-3.5rem)] pb-12">
        <ErrorBoundary key={pathname} fallback={<Broken />}>
          <Suspense fallback={<Spinner />}>
            <Outlet />
            <TakenOver />
          </Suspense>
        </ErrorBoundary>
      </main>
      <Footer />
      <div id="popup-host">
        {user && (
          <OptionalPart>
            <SignedIn key={user.id} user={user} canInterrupt={canInterrupt} />
          </OptionalPart>
        )}
      </div>
    </ErrorBoundary>
  );
}

/** Reports that the screen responds: React hydrates the content of a boundary after everything around it. */
function TakenOver() {
  useEffect(() => {
    // In a separate task: until React has finished, it would miss the events that are repeated now.
    const task = setTimeout(() => dispatchEvent(new Event(READY_EVENT)));
    return () => clearTimeout(task);
  }, []);
  return null;
}

/** A new screen starts at its top, with the focus on its heading; back and forward keep their position. */
function useMainOfNewScreen(pathname: string) {
  const main = useRef<HTMLElement>(null);
  const shown = useRef(pathname);
  const navigation = useNavigationType();
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (navigation === 'POP') return;
    scrollTo(0, 0);
    main.current?.focus({ preventScroll: true });
  }, [pathname, navigation]);
  return main;
}

/** The advice depends on the reason: no network, or a newer deployment that has replaced the files of this page. */
function Broken() {
  const isOnline = navigator.onLine;
  return (
    <div role="alert" className="grid justify-items-center gap-4 px-4 py-24 text-center">
      <p className="text-lg font-semibold">Cette page n'a pas pu s'afficher.</p>
      <p className="text-ink-soft">
        {isOnline
          ? 'Le site a peut-être été mis à jour. Rechargez la page.'
          : 'Vérifiez votre connexion à Internet, puis réessayez.'}
      </p>
      <Button label={isOnline ? 'Recharger' : 'Réessayer'} variant="primary" onClick={() => location.reload()} />
    </div>
  );
}
