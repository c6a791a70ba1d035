import * as z from 'zod/mini';
import { IdSchema, noNulCharacter } from './common.ts';

/** Ids, usernames or email addresses. */
export const UserLookupSchema = z.object({
  logins: z.array(z.string().check(z.maxLength(200), noNulCharacter)).check(z.maxLength(500)),
});

/** The users of each login: several when a username is another user's id. */
export const UserLookupAnswerSchema = z.array(z.object({ login: z.string(), ids: z.array(IdSchema) }));
export type UserLookupAnswer = z.infer<typeof UserLookupAnswerSchema>;
