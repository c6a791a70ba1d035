import type { User } from '@fasocolis/contracts/user';
import { ApiError } from '@fasocolis/web-kit/api';
import { Toaster } from '@fasocolis/web-kit/toaster';
import { CssBaseline } from '@mui/material';
import { ThemeProvider } from '@mui/system';
import { QueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import {
  CoreAdminContext,
  CoreAdminUI,
  CustomRoutes,
  localStorageStore,
  memoryStore,
  Resource,
  type Store,
} from 'react-admin';
import { Route } from 'react-router-dom';
import { NotFound } from '../components/not-found.tsx';
import { authProvider } from '../providers/auth-provider.ts';
import { dataProvider } from '../providers/data-provider.ts';
import { i18nProvider } from '../providers/i18n-provider.ts';
import { usePrompt } from '../providers/prompts.ts';
import { Dashboard } from '../resources/dashboard/dashboard-screen.tsx';
import {
  AGENT_PATHS,
  Journal,
  PageEdit,
  Report,
  recordScreens,
  resourceScreens,
  ScanScreen,
  SettingScreen,
} from '../resources/screens.ts';
import { Crash, ScreenCrash } from './crash.tsx';
import { AdminLayout, Spinner } from './layout.tsx';
import { theme } from './theme.ts';

const newQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        // A request that the server refused is not repeated; other failures are retried once.
        retry: (failures, error) => failures < 1 && !(error instanceof ApiError && error.status >= 400),
      },
    },
  });

/** The screens of the administrator, or those of an agent: other addresses lead to no page. */
function screensFor(user?: User) {
  const isAgent = user?.isAgent === true;
  const names = Object.keys(resourceScreens) as (keyof typeof resourceScreens)[];
  const allowed = names.filter((name) => !isAgent || AGENT_PATHS.has(`/${name}`));
  return (
    <>
      {allowed.map((name) => (
        // Records are created in dialogs, and most are edited in dialogs.
        <Resource
          key={name}
          name={name}
          list={resourceScreens[name]}
          create={NotFound}
          edit={recordScreens[name] ?? NotFound}
        />
      ))}
      <CustomRoutes>
        <Route path="/scan" element={<ScanScreen />} />
      </CustomRoutes>
      {!isAgent && (
        <CustomRoutes>
          <Route path="/static-pages/edit/:slug" element={<PageEdit />} />
          <Route path="/journal" element={<Journal />} />
          <Route path="/report" element={<Report />} />
          <Route path="/settings" element={<SettingScreen />} />
        </CustomRoutes>
      )}
    </>
  );
}

function Screens() {
  const [queryClient] = useState(newQueryClient);
  const [store] = useState(preferenceStore);
  return (
    <CoreAdminContext
      authProvider={authProvider}
      dataProvider={dataProvider}
      i18nProvider={i18nProvider}
      queryClient={queryClient}
      store={store}
    >
      <ThemeProvider theme={theme}>
        <CssBaseline enableColorScheme />
        <CoreAdminUI
          dashboard={Dashboard}
          layout={AdminLayout}
          loading={Spinner}
          error={ScreenCrash}
          catchAll={NotFound}
          accessDenied={NotFound}
          authenticationError={NotFound}
          requireAuth
          disableTelemetry
        >
          {screensFor}
        </CoreAdminUI>
        <Prompts />
        <Toaster />
      </ThemeProvider>
    </CoreAdminContext>
  );
}

/** The back office as routes of a data router: only these can block a navigation until unsaved changes are confirmed. */
export const routes = [{ path: '*', element: <Screens />, errorElement: <Crash /> }];

/** Keys of what a device stores: the appearance of lists and saved filters, never the contents of lists. */
const isRemembered = (key: string) => key.startsWith('look.') || key.endsWith('.savedQueries');

/**
 * Stores the appearance of lists and saved filters on the device, and everything else in memory: the next user who signs
 * in starts with default lists.
 */
function preferenceStore(): Store {
  const memory = memoryStore();
  const device = localStorageStore('1', 'fasocolis');
  const storeOf = (key: string) => (isRemembered(key) ? device : memory);
  return {
    ...memory,
    setup() {
      memory.setup();
      device.setup();
    },
    teardown() {
      memory.teardown();
      device.teardown();
    },
    getItem: (key, fallback) => storeOf(key).getItem(key, fallback),
    setItem: (key, value) => storeOf(key).setItem(key, value),
    removeItem: (key) => storeOf(key).removeItem(key),
    subscribe: (key, callback) => storeOf(key).subscribe(key, callback),
  };
}

/** Rarely needed. */
const DIALOGS = {
  password: lazy(() => import('./password-dialog.tsx')),
  'sign-in': lazy(() => import('./sign-in-dialog.tsx')),
};

/** Asks for what a request needs before it can be sent again. */
function Prompts() {
  const prompt = usePrompt();
  if (!prompt) return null;
  const Dialog = DIALOGS[prompt.kind];
  return (
    <Suspense>
      <Dialog onSettled={prompt.settle} />
    </Suspense>
  );
}
