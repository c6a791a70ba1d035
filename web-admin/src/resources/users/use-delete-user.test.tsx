import type { User } from '@fasocolis/contracts/auth';
import { toastStore } from '@fasocolis/web-kit/toast-store';
import { cleanup, renderHook, waitFor } from '@testing-library/react';
import { CoreAdminContext, testDataProvider } from 'react-admin';
import { afterEach, expect, it, vi } from 'vitest';
import { useDeleteUser } from './use-delete-user.ts';

const user = (id: number): User => ({
  id,
  username: `personne-${id}`,
  email: null,
  emailVerified: false,
  firstName: 'Awa',
  lastName: 'Ouédraogo',
  phone: null,
  provider: null,
  providerId: null,
  createdAt: '2026-03-05T14:07:00.000Z',
  updatedAt: '2026-03-05T14:07:00.000Z',
  isAdmin: id === 1,
  notifyByEmail: true,
});

function setUp() {
  const calls: unknown[] = [];
  const dataProvider = testDataProvider({
    delete: async (_resource, { id, previousData }) => {
      calls.push(id);
      if (!previousData) throw new Error('react-admin hands the record on');
      return { data: previousData };
    },
  });
  const onDeleted = vi.fn<() => void>();
  const { result } = renderHook(() => useDeleteUser({ onDeleted }), {
    wrapper: ({ children }) => <CoreAdminContext dataProvider={dataProvider}>{children}</CoreAdminContext>,
  });
  return { calls, onDeleted, deleteUser: result.current.deleteUser };
}

afterEach(cleanup);

it('the principal administrator is refused with a message and without a call [ADM-USR-023, VAL-071, ERR-074]', () => {
  const { calls, onDeleted, deleteUser } = setUp();
  deleteUser(user(1));
  expect(toastStore.getSnapshot()).toMatchObject({
    title: 'Action non autorisée',
    description: "L'administrateur principal ne peut pas être supprimé",
    variant: 'destructive',
  });
  expect(calls).toEqual([]);
  expect(onDeleted).not.toHaveBeenCalled();
});

it('anybody else is deleted by one call', async () => {
  const { calls, onDeleted, deleteUser } = setUp();
  deleteUser(user(12));
  await waitFor(() => expect(onDeleted).toHaveBeenCalledOnce());
  expect(calls).toEqual([12]);
  expect(toastStore.getSnapshot()).toMatchObject({ title: 'Utilisateur supprimé' });
});
