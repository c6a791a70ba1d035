import type { User } from '@fasocolis/contracts/auth';
import { loginMethod } from '@fasocolis/contracts/login-method';
import { toastStore } from '@fasocolis/web-kit/toast-store';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { CoreAdminContext, testDataProvider } from 'react-admin';
import { afterEach, expect, it, vi } from 'vitest';
import { DeleteConfirmation } from '../../components/delete-confirmation.tsx';
import { removal } from './user-facts.tsx';

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

function confirmDeletionOf(record: User) {
  const remove = vi.fn<(resource: string, params: { id: number }) => Promise<{ data: never }>>(async () => ({
    data: record as never,
  }));
  const onDeleted = vi.fn<() => void>();
  render(
    <CoreAdminContext dataProvider={testDataProvider({ delete: remove as never })}>
      <DeleteConfirmation
        {...removal}
        record={record}
        name={record.username}
        content=""
        onDeleted={onDeleted}
        onClose={() => {}}
      />
    </CoreAdminContext>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Supprimer' }));
  return { remove, onDeleted };
}

afterEach(cleanup);

it('refuses to delete the principal administrator with a message and without a request [ADM-USR-023, VAL-071, ERR-074]', () => {
  const { remove, onDeleted } = confirmDeletionOf(user(1));
  expect(toastStore.getSnapshot()).toMatchObject({
    title: 'Action non autorisée',
    description: "L'administrateur principal ne peut pas être supprimé",
    variant: 'destructive',
  });
  expect(remove).not.toHaveBeenCalled();
  expect(onDeleted).not.toHaveBeenCalled();
});

it('deletes any other user with one request', async () => {
  const { remove, onDeleted } = confirmDeletionOf(user(12));
  await waitFor(() => expect(onDeleted).toHaveBeenCalledOnce());
  expect(remove).toHaveBeenCalledOnce();
  expect(remove).toHaveBeenCalledWith('users', expect.objectContaining({ id: 12 }));
  expect(toastStore.getSnapshot()).toMatchObject({ title: 'Utilisateur supprimé' });
});

it('shows the provider as the sign-in method, or email and password without one [ADM-USR-006]', () => {
  const methodOf = (provider: string | null) => loginMethod({ provider, email: 'awa@example.com' });
  expect(methodOf(null)).toBe('Email/Mot de passe');
  expect(methodOf('facebook')).toBe('Facebook');
  expect(methodOf('google')).toBe('Google');
  expect(methodOf('apple')).toBe('Apple');
  expect(methodOf('linkedin')).toBe('linkedin');
});

it('shows no email and password as the sign-in method of an account that has only a number', () => {
  expect(loginMethod({ provider: null, email: null })).toBe('Numéro WhatsApp');
});
