import * as z from 'zod/mini';
import { IdSchema, InstantSchema, MAX_ID, requiredText } from './common.ts';

/** `isRead` is the caller's own; a broadcast has no target. */
export const NotificationSchema = z.object({
  id: IdSchema,
  title: z.string(),
  body: z.string(),
  isRead: z.boolean(),
  isGlobal: z.boolean(),
  targetUserId: z.nullable(IdSchema),
  sentAt: InstantSchema,
  reference: z.optional(z.string()),
});
/** What an administrator wrote, for staff. */
export const SentNotificationSchema = z.object({
  id: IdSchema,
  title: z.string(),
  body: z.string(),
  sentAt: InstantSchema,
  authorId: z.nullable(IdSchema),
  targetUserId: z.nullable(IdSchema),
  byEmail: z.boolean(),
  reads: z.int(),
});
export type SentNotification = z.infer<typeof SentNotificationSchema>;

export const BroadcastAudienceSchema = z.object({ customers: z.int(), byEmail: z.int() });

export const NotificationsSchema = z.array(NotificationSchema);
export type Notification = z.infer<typeof NotificationSchema>;

const TARGET_REQUIRED = 'Veuillez spécifier des IDs utilisateurs ou sélectionner "Tous les utilisateurs".';
const IDS_INVALID = 'Les IDs utilisateurs doivent être des nombres séparés par des virgules';

const ONE_OR_ALL = 'Choisissez une personne ou tous les utilisateurs, pas les deux.';

const words = {
  title: requiredText({ message: 'Le titre est requis' }),
  body: requiredText({ max: 5000, message: 'Le message est requis' }),
  byEmail: z._default(z.boolean('Requête invalide'), false),
};

/**
 * To all when `isGlobal` is true, or when neither it nor a target is given. A misspelt target must not become a broadcast,
 * so unknown properties are refused.
 */
export const SendNotificationSchema = z
  .strictObject(
    {
      ...words,
      isGlobal: z.optional(z.boolean('Requête invalide')),
      targetUserId: z.optional(z.nullable(z.int(TARGET_REQUIRED))),
    },
    'Requête invalide',
  )
  .check(
    z.refine(({ isGlobal, targetUserId }) => isGlobal !== true || (targetUserId ?? null) === null, {
      path: ['targetUserId'],
      error: ONE_OR_ALL,
    }),
    z.refine(
      ({ isGlobal, targetUserId }) =>
        isGlobal === true || (isGlobal === undefined && targetUserId === undefined) || (targetUserId ?? 0) >= 1,
      { path: ['targetUserId'], error: TARGET_REQUIRED },
    ),
  );
export type SendNotification = z.input<typeof SendNotificationSchema>;

const USER_IDS = /^\s*0*[1-9]\d*\s*(?:,\s*0*[1-9]\d*\s*)*$/;

/** The distinct ids in a text that `SendNotificationFormSchema` accepted. */
export const parseUserIds = (text: string): number[] => [
  ...new Set(text.split(',').flatMap((id) => (id.trim() ? [Number(id)] : []))),
];

/** The recipients are a text of comma-separated ids. */
export const SendNotificationFormSchema = z
  .object({
    ...words,
    isGlobal: z.boolean('Requête invalide'),
    userIds: z.string().check(
      z.refine((text) => text.trim() === '' || USER_IDS.test(text), IDS_INVALID),
      z.refine((text) => parseUserIds(text).every((id) => !(id > MAX_ID)), IDS_INVALID),
    ),
  })
  .check(
    z.refine(({ isGlobal, userIds }) => isGlobal || userIds.trim() !== '', {
      path: ['userIds'],
      error: TARGET_REQUIRED,
    }),
  );
