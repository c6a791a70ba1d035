import type { User } from '@fasocolis/contracts/user';

/** A person's name, or the username of somebody who gave none. */
export const fullName = ({ firstName, lastName, username }: Pick<User, 'firstName' | 'lastName' | 'username'>) =>
  `${firstName} ${lastName}`.trim() || username;
