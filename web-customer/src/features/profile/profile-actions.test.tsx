import { dismissToast, toastStore } from '@fasocolis/web-kit/toast-store';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { sessionQuery } from '../../shared/session.ts';
import { useSendVerification } from './email-verification.tsx';
import { useChangePassword } from './password-form.tsx';
import { useUpdateProfile } from './personal-form.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const client = new QueryClient();
const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={client}>{children}</QueryClientProvider>
);

describe('a profile action without a user', () => {
  const actions = {
    'changing username and e-mail': () => {
      const { result } = renderHook(() => useUpdateProfile(null), { wrapper });
      result.current.mutate({ username: 'awa', email: 'awa@example.com' });
    },
    'asking for the verification e-mail': () => {
      const { result } = renderHook(() => useSendVerification(null), { wrapper });
      result.current.mutate();
    },
    'changing the password': () => {
      const { result } = renderHook(() => useChangePassword(null, () => {}), { wrapper });
      result.current.mutate({ currentPassword: 'Secret-1', newPassword: 'Secret-2' });
    },
  };

  it('sends no request and shows that a sign-in is required, for every action [PROF-018, ERR-046]', async () => {
    const fetch = vi.spyOn(globalThis, 'fetch');
    for (const act of Object.values(actions)) {
      client.setQueryData(sessionQuery.queryKey, null);
      dismissToast(toastStore.getSnapshot()?.id ?? 0);
      act();
      await waitFor(() => expect(client.getQueryState(sessionQuery.queryKey)).toMatchObject({ isInvalidated: true }));
      expect(toastStore.getSnapshot()).toMatchObject({
        open: true,
        title: 'Erreur',
        description: 'Vous devez être connecté pour effectuer cette action',
        variant: 'destructive',
      });
    }
    expect(fetch).not.toHaveBeenCalled();
  });
});
