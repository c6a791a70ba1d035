import type { User } from '@fasocolis/contracts/user';

type Customer = Pick<User, 'firstName' | 'lastName' | 'emailVerified' | 'phoneVerified'>;

/** The name of a customer, with a mark while neither address nor number is verified: such an owner is shown no pick-up code. */
export const customerName = ({ firstName, lastName, emailVerified, phoneVerified }: Customer): string =>
  `${firstName} ${lastName}${emailVerified || phoneVerified ? '' : ' (non vérifié)'}`;
