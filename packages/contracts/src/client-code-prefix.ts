import * as z from 'zod/mini';
import { SetClientCodePrefixSchema } from './app-settings.ts';
import { COURIERS } from './reading/couriers.ts';

/** On a carton, the code of a client would look like the beginning of another number. */
const isTaken = (prefix: string): boolean => new RegExp(`^(?:FC|${COURIERS})$`).test(prefix);

/** The setting of the letters with which client codes begin, as the server accepts it. The back office does not load the list. */
export const NewClientCodePrefixSchema = SetClientCodePrefixSchema.check(
  z.refine(({ value }) => !isTaken(value), {
    path: ['value'],
    error:
      'Les numéros d’un transporteur chinois, ou nos numéros de suivi, commencent par ces lettres. Choisissez-en d’autres.',
  }),
);
