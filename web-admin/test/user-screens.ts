import type { User } from '@fasocolis/contracts/user';
import { page } from 'vitest/browser';
import { FakeApi, openScreen } from './back-office.tsx';

export const AWA: User = {
  id: 12,
  username: 'awa',
  email: 'awa@example.com',
  emailVerified: false,
  firstName: 'Awa',
  lastName: 'Ouédraogo',
  phone: '+226 70123456',
  provider: null,
  providerId: null,
  createdAt: '2026-03-05T14:07:00.000Z',
  updatedAt: '2031-02-03T23:05:00.000Z',
  isAdmin: false,
  notifyByEmail: true,
};
export const PRINCIPAL: User = { ...AWA, id: 1, username: 'admin', email: null, isAdmin: true };

/** Opens the list of these users, or another address of it. */
export function openUsers(users: User[] = [AWA], path = '/users'): FakeApi {
  const api = new FakeApi({ users });
  api.respond('GET /api/credits/12', 200, { hasCredit: false });
  openScreen(path, api);
  return api;
}

export const details = page.getByRole('dialog', { name: "Détails de l'utilisateur" });
export const rowOf = ({ username }: User) =>
  page.getByRole('row').filter({ has: page.getByText(username, { exact: true }) });
