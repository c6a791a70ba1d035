import { QueryClient } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import type { ComponentType } from 'react';
import { CoreAdminContext, ResourceContextProvider, testDataProvider } from 'react-admin';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import PopupList from '../resources/popup-notifications/popup-list.tsx';
import PageList from '../resources/static-pages/page-list.tsx';
import UserList from '../resources/users/user-list.tsx';

/** The first list renders the library for the first time, possibly on a busy machine. */
const FIRST_RENDER = { timeout: 15_000 };

const START = Date.parse('2026-03-05T14:07:00Z');

// The clock only: the screens need real timers.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: START }));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const lists: [string, string, ComponentType, string][] = [
  ['users', 'users', UserList, 'Aucun utilisateur pour le moment.'],
  ['popups', 'popup-notifications', PopupList, 'Aucune notification popup'],
  ['pages', 'static-pages', PageList, 'Aucune page.'],
];

it.each(lists)(
  'the list of %s is requested again after 60 seconds, not before [CONST-011]',
  async (_, resource, List, empty) => {
    const getList = vi.fn<() => Promise<{ data: []; total: number }>>(async () => ({ data: [], total: 0 }));
    const queryClient = new QueryClient();
    const visit = async () => {
      const { unmount } = render(
        <CoreAdminContext dataProvider={testDataProvider({ getList })} queryClient={queryClient}>
          <ResourceContextProvider value={resource}>
            <List />
          </ResourceContextProvider>
        </CoreAdminContext>,
      );
      await screen.findByText(empty, undefined, FIRST_RENDER);
      await waitFor(() => expect(queryClient.isFetching()).toBe(0));
      unmount();
    };
    await visit();
    vi.setSystemTime(START + 59_000);
    await visit();
    expect(getList).toHaveBeenCalledTimes(1);
    vi.setSystemTime(START + 61_000);
    await visit();
    expect(getList).toHaveBeenCalledTimes(2);
  },
  2 * FIRST_RENDER.timeout,
);
