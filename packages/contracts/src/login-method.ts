import type { User } from './user.ts';

const PROVIDERS = new Map([
  ['facebook', 'Facebook'],
  ['google', 'Google'],
  ['apple', 'Apple'],
]);

/** How a user signs in; an unknown provider keeps its own name. Accounts without an email address are those of a number. */
export function loginMethod({ provider, email }: Pick<User, 'provider' | 'email'>): string {
  if (provider) return PROVIDERS.get(provider) ?? provider;
  return email === null ? 'Numéro WhatsApp' : 'Email/Mot de passe';
}
