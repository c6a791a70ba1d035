import type { User } from '@fasocolis/contracts/user';
import { page } from 'vitest/browser';
import { FakeApi, openScreen } from './back-office.tsx';
import { AWA } from './people.ts';

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
