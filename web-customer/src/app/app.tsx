import {
  ENTRY_PAGES,
  type Page,
  PUBLIC_PAGES,
  RENDERED_PAGES,
  type RenderedPage,
  USER_PAGES,
} from '@fasocolis/contracts/site-paths';
import { NUMBER_TOKEN_PARAMETER } from '@fasocolis/contracts/whatsapp';
import { loadable } from '@fasocolis/web-kit/loadable';
import { Toaster } from '@fasocolis/web-kit/toaster';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactElement, useEffect, useState } from 'react';
import { matchPath, Route, Routes } from 'react-router-dom';
import { ResultCard } from '../features/tracking/tracking.tsx';
import { OptionalPart, optional } from '../shared/optional.tsx';
import { Home, MyParcels, WhatsappChoice } from './home.tsx';
import type { LaterPage } from './later-screens.tsx';
import { Layout } from './layout.tsx';
import { useRefreshWhenVisible } from './query-client.ts';
import { LaterScreen, RequireUser } from './require-user.tsx';
import { Splash } from './splash.tsx';

const Auth = loadable(() => import('../features/sign-in/auth.tsx'));
const Contact = loadable(() => import('../features/contact/contact.tsx'));
const Catalogue = loadable(() => import('../features/catalog/catalogue.tsx'));
const NotFound = loadable(() => import('./not-found.tsx'));
const Offline = optional(() => import('./offline.tsx'));
const ProductScreen = loadable(() => import('../features/catalog/product-screen.tsx'));
const StaticPage = loadable(() => import('../features/content/static-page.tsx'));
const TransitTimes = loadable(() => import('../features/transit-times/transit-times.tsx'));

const SCREENS: Record<Exclude<Page, LaterPage>, ReactElement> = {
  home: <Home />,
  homeOfProducts: <Home />,
  parcel: <Home />,
  products: <Catalogue />,
  product: <ProductScreen />,
  transitTimes: <TransitTimes />,
  about: <StaticPage slug="about" />,
  support: <StaticPage slug="support" />,
  contact: <StaticPage slug="contact" below={<Contact />} />,
  privacy: <StaticPage slug="privacy" />,
  terms: <StaticPage slug="terms" />,
  faq: <StaticPage slug="faq" />,
  auth: <Auth />,
  parcels: <MyParcels />,
};

const isLater = (page: Page): page is LaterPage => !(page in SCREENS);

const toRoutes = (pages: Partial<Record<Page, string>>) =>
  (Object.keys(pages) as Page[]).map((page) => (
    <Route key={page} path={pages[page]} element={isLater(page) ? <LaterScreen page={page} /> : SCREENS[page]} />
  ));

/** Loads the code of a rendered page, so that all of it responds after hydration. */
export async function loadScreen({ pathname, search }: Pick<Location, 'pathname' | 'search'>): Promise<void> {
  const query = new URLSearchParams(search);
  const [page] = Object.entries(RENDERED_PAGES).find(([, path]) => matchPath(path, pathname)) ?? [];
  // Screens of `loadable` have it.
  const { load }: Partial<typeof NotFound> = page ? (SCREENS[page as RenderedPage].type as object) : NotFound;
  await Promise.all([
    load?.(),
    page === 'contact' && Contact.load(),
    (page === 'parcel' || query.has('tracking')) && ResultCard.load(),
    query.has(NUMBER_TOKEN_PARAMETER) && WhatsappChoice.load(),
  ]);
}

/** The site inside a router. The home screen is part of the app; the other screens are loaded when opened. */
export function App({ queryClient }: { queryClient: QueryClient }) {
  const [isSplashOver, setIsSplashOver] = useState(false);
  const isDue = useAfterFirstScreen();
  useRefreshWhenVisible(queryClient);
  return (
    <QueryClientProvider client={queryClient}>
      <Routes>
        <Route element={<Layout canInterrupt={isSplashOver} />}>
          {toRoutes({ ...PUBLIC_PAGES, ...ENTRY_PAGES })}
          <Route element={<RequireUser />}>{toRoutes(USER_PAGES)}</Route>
          <Route path="*" element={<NotFound />} />
        </Route>
      </Routes>
      <Toaster />
      {isDue && (
        <OptionalPart>
          <Offline />
        </OptionalPart>
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
