import * as z from 'zod/mini';
import { SetClientCodePrefixSchema } from './app-settings.ts';
import { COURIERS } from './reading/couriers.ts';

/** Prefixes with which a client code on a carton would look like a courier number or a reference. */
const isReserved = (prefix: string): boolean => new RegExp(`^(?:FC|${COURIERS})$`).test(prefix);

/** The setting of the client code prefix, as the server accepts it. The back office checks less, so that it loads no list of couriers. */
export const NewClientCodePrefixSchema = SetClientCodePrefixSchema.check(
  z.refine(({ value }) => !isReserved(value), {
    path: ['value'],
    error:
      'Les numéros d’un transporteur chinois, ou nos numéros de suivi, commencent par ces lettres. Choisissez-en d’autres.',
  }),
);
