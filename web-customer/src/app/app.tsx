import { PAGE_SLUGS } from '@fasocolis/contracts/pages';
import { NUMBER_TOKEN_PARAMETER } from '@fasocolis/contracts/whatsapp';
import { Toaster } from '@fasocolis/web-kit/toaster';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { lazy, useEffect, useState } from 'react';
import { matchPath, Route, Routes } from 'react-router-dom';
import { ResultCard } from '../features/tracking/tracking.tsx';
import { Extra } from '../shared/error-boundary.tsx';
import { loadable } from '../shared/loadable.tsx';
import { paths } from '../shared/paths.ts';
import { Home, WhatsappChoice } from './home.tsx';
import { Layout } from './layout.tsx';
import { RequireUser } from './require-user.tsx';
import { Splash } from './splash.tsx';

const Auth = lazy(() => import('../features/sign-in/auth.tsx'));
const Contact = loadable(() => import('../features/contact/contact.tsx'));
const Catalogue = loadable(() => import('../features/catalog/catalogue.tsx'));
const FacebookHelp = lazy(() => import('./facebook-help.tsx'));
const ForgotPassword = lazy(() => import('../features/email-links/forgot-password.tsx'));
const NotFound = loadable(() => import('./not-found.tsx'));
const Notifications = lazy(() => import('../features/notifications/notification-list.tsx'));
const Offline = lazy(() => import('./offline.tsx'));
const ProductScreen = loadable(() => import('../features/catalog/product-screen.tsx'));
const Profile = lazy(() => import('../features/profile/profile.tsx'));
const ResetPassword = lazy(() => import('../features/email-links/reset-password.tsx'));
const RestoreEmail = lazy(() => import('../features/email-links/restore-email.tsx'));
const SavedOrders = lazy(() => import('../features/saved-orders/saved-orders.tsx'));
const Unsubscribe = lazy(() => import('../features/email-links/unsubscribe.tsx'));
const StaticPage = loadable(() => import('../features/content/static-page.tsx'));
const TransitTimes = loadable(() => import('../features/transit-times/transit-times.tsx'));
const VerifyEmail = lazy(() => import('../features/email-links/verify-email.tsx'));

/** Loads the code of a rendered page, so that all of it responds after hydration. */
export async function loadScreen({ pathname, search }: Pick<Location, 'pathname' | 'search'>): Promise<void> {
  if (new URLSearchParams(search).has(NUMBER_TOKEN_PARAMETER)) await WhatsappChoice.load();
  if (pathname === '/products') await Catalogue.load();
  else if (pathname.startsWith('/product/')) await ProductScreen.load();
  else if (matchPath(paths.transitTimes, pathname)) await TransitTimes.load();
  else if (PAGE_SLUGS.some((slug) => matchPath(slug, pathname))) {
    await Promise.all([StaticPage.load(), pathname === paths.contact && Contact.load()]);
  } else if (pathname.startsWith('/c/') || search.includes('tracking=')) await ResultCard.load();
  else if (![paths.home, paths.homeOfProducts].includes(pathname)) await NotFound.load();
}

/** The site inside a router. The home screen is part of the app; the other screens are loaded when opened. */
export function App({ queryClient }: { queryClient: QueryClient }) {
  const [isSplashOver, setIsSplashOver] = useState(false);
  const isDue = useAfterFirstScreen();
  return (
    <QueryClientProvider client={queryClient}>
      <Routes>
        <Route element={<Layout canInterrupt={isSplashOver} />}>
          <Route index element={<Home />} />
          <Route path="home" element={<Home />} />
          <Route path="c/:reference" element={<Home />} />
          <Route path="auth" element={<Auth />} />
          <Route path="facebook-help" element={<FacebookHelp />} />
          <Route path="forgot-password" element={<ForgotPassword />} />
          <Route path="reset-password" element={<ResetPassword />} />
          <Route path="verify-email" element={<VerifyEmail />} />
          <Route path="annuler-changement" element={<RestoreEmail />} />
          <Route path="desabonnement" element={<Unsubscribe />} />
          <Route path="products" element={<Catalogue />} />
          <Route path="product/:id" element={<ProductScreen />} />
          <Route path={paths.transitTimes} element={<TransitTimes />} />
          {PAGE_SLUGS.map((slug) => (
            <Route
              key={slug}
              path={slug}
              element={<StaticPage slug={slug} below={slug === 'contact' && <Contact />} />}
            />
          ))}
          <Route element={<RequireUser />}>
            <Route path="notifications" element={<Notifications />} />
            <Route path="profile" element={<Profile />} />
            <Route path="saved-orders" element={<SavedOrders />} />
          </Route>
          <Route path="*" element={<NotFound />} />
        </Route>
      </Routes>
      <Toaster />
      {isDue && (
        <Extra>
          <Offline />
        </Extra>
      )}
      <Splash onOver={() => setIsSplashOver(true)} />
    </QueryClientProvider>
  );
}

/** Long enough for the screen itself to load first on a slow network, in milliseconds. */
const FIRST_SCREEN_MS = 2500;

/** Whether the parts that the first screen does not need may be loaded. */
function useAfterFirstScreen(): boolean {
  const [isAfter, setIsAfter] = useState(false);
  useEffect(() => {
    const due = setTimeout(() => setIsAfter(true), FIRST_SCREEN_MS);
    return () => clearTimeout(due);
  }, []);
  return isAfter;
}
