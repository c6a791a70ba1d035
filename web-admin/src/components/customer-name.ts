import type { User } from '@fasocolis/contracts/user';

type Customer = Pick<User, 'firstName' | 'lastName' | 'emailVerified'>;

/** The name of a customer, with a mark while the address is not verified: such an owner is shown no pick-up code. */
export const customerName = ({ firstName, lastName, emailVerified }: Customer): string =>
  `${firstName} ${lastName}${emailVerified ? '' : ' (non vérifié)'}`;
