import * as z from 'zod/mini';
import { IdSchema, noNulCharacter } from './common.ts';

/** What people write to name somebody: an id, a username or an e-mail address. */
export const UserLookupSchema = z.object({
  logins: z.array(z.string().check(z.maxLength(200), noNulCharacter)).check(z.maxLength(500)),
});

/** Whom each of these names: usually one person, nobody, or several when a username is somebody else's id. */
export const UserLookupAnswerSchema = z.array(z.object({ login: z.string(), ids: z.array(IdSchema) }));
export type UserLookupAnswer = z.infer<typeof UserLookupAnswerSchema>;
