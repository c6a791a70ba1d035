import * as z from 'zod/mini';
import { boundedText } from './common.ts';
import { PHONE_MAX } from './reading/dialling-code.ts';
import { REFERENCE_MAX } from './reading/reference.ts';
import { SituationSchema } from './situation-schema.ts';
import { NumberTokenSchema } from './stopped-numbers.ts';

const reference = boundedText(REFERENCE_MAX);

export const PersonalParcelQuerySchema = z.object({ token: NumberTokenSchema, reference });

/** The query once the number of the token is known; E.164. */
export const ParcelOfNumberQuerySchema = z.object({ phone: boundedText(PHONE_MAX), reference });

export const PersonalParcelSchema = z.object({
  situation: z.nullable(SituationSchema),
  pickupCode: z.nullable(z.string()),
  /** What is left to pay at the pick-up, in francs. Missing before it, and in responses of former releases. */
  rest: z.optional(z.int()),
});
export type PersonalParcel = z.infer<typeof PersonalParcelSchema>;
