import { type ContactFormSchema, type CreateContactMessageSchema } from '@fasocolis/contracts/content';
import type { Actor } from '@fasocolis/service-kit/data/change-log';
import { type ListRequestOf } from '@fasocolis/service-kit/http/lists';
import * as z from 'zod/mini';
import type { Database } from '../database.ts';
import type { ContactMessage, Prisma } from '../generated/prisma/client.ts';
export declare const contactMessageListSpec: import('@fasocolis/service-kit/http/lists').ListSpec<
  'createdAt' | 'email' | 'firstName' | 'id' | 'isRead' | 'lastName' | 'subject',
  {
    id: z.ZodMiniPipe<
      z.ZodMiniUnion<readonly [z.ZodMiniInt, z.ZodMiniArray<z.ZodMiniInt>]>,
      z.ZodMiniTransform<
        {
          in: number[];
        },
        number | number[]
      >
    >;
    firstName: z.ZodMiniString<string>;
    lastName: z.ZodMiniString<string>;
    email: z.ZodMiniString<string>;
    phone: z.ZodMiniNullable<z.ZodMiniString<string>>;
    subject: z.ZodMiniString<string>;
    isRead: z.ZodMiniBoolean<boolean>;
    isAnswered: z.ZodMiniBoolean<boolean>;
  }
>;
export declare function listContactMessages(
  database: Database,
  list: ListRequestOf<typeof contactMessageListSpec>,
  scope?: Prisma.ContactMessageWhereInput,
): Promise<
  import('@fasocolis/service-kit/http/lists').Page<{
    id: number;
    firstName: string;
    lastName: string;
    email: string;
    phone: string | null;
    subject: string;
    message: string;
    isRead: boolean;
    isAnswered: boolean;
    createdAt: Date;
    sentId: string | null;
    searchText: string;
  }>
>;
/** Stores a message once, however often it is sent. */
export declare function receiveMessage(
  database: Database,
  { sentId, ...message }: z.output<typeof CreateContactMessageSchema>,
  requestId: string,
): Promise<{
  id: number;
}>;
export declare function findMessage(database: Database, id: number): Promise<ContactMessage>;
/** Marking a read message changes nothing. */
export declare const markMessage: (
  database: Database,
  id: number,
  actor: Actor,
  data: {
    isRead: true;
    isAnswered?: boolean;
  },
) => Promise<ContactMessage>;
export declare const removeMessage: (database: Database, id: number, actor: Actor) => Promise<void>;
export declare function rowOf({
  firstName,
  lastName,
  email,
  phone,
  subject,
  message,
}: z.output<typeof ContactFormSchema>): {
  firstName: string;
  lastName: string;
  email: string;
  phone: string | null;
  subject: string;
  message: string;
  searchText: string;
};
/**
 * Refuses a message whose hidden field is filled in, or that was written faster than a person types. The error says why,
 * because a person whose browser filled in the field can then send the message again.
 */
export declare function refuseRobots({ website, elapsedMs }: z.output<typeof CreateContactMessageSchema>): void;
/** Deletes the messages that came more than 12 months ago. @returns their number */
export declare function removeOldMessages(database: Database, now?: Date): Promise<number>;
