import type { SocialProvider, User } from '@fasocolis/contracts/auth';

const PROVIDERS: Record<SocialProvider, string> = { facebook: 'Facebook', google: 'Google', apple: 'Apple' };
const NAMES = new Map(Object.entries(PROVIDERS));

/** How a person signs in, in the words of the back office; a provider it does not know keeps its own name. */
export const loginMethod = ({ provider }: Pick<User, 'provider'>): string =>
  provider ? (NAMES.get(provider) ?? provider) : 'Email/Mot de passe';
