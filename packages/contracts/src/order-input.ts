import * as z from 'zod/mini';
import { atMost, boundedText, day, instant, MAX_ID, optionalText, requiredText } from './common.ts';
import { GOODS_KINDS } from './goods-kinds.ts';
import { francs, MAX_FRANCS, writtenFrancs } from './money/francs.ts';
import { TRANSPORT_MODES } from './orders.ts';
import { PHONE_MAX } from './reading/dialling-code.ts';
import { cleanReference, REFERENCE_MAX, REFERENCE_MIN, unreadableCharacter } from './reading/reference.ts';

const REFERENCE_MESSAGE = 'Le code de référence doit contenir au moins 4 caractères';

/** Stored as typed, without invisible characters. */
export const ReferenceSchema = z.string(REFERENCE_MESSAGE).check(
  z.trim(),
  atMost(REFERENCE_MAX),
  z.overwrite(cleanReference),
  z.minLength(REFERENCE_MIN, REFERENCE_MESSAGE),
  z.regex(/[\p{L}\p{N}]/u, 'La référence doit contenir au moins une lettre ou un chiffre'),
  z.refine((reference) => unreadableCharacter(reference) === undefined, {
    error: ({ input }) =>
      `Cette référence contient un caractère qui ne peut pas être lu\u00a0: ${unreadableCharacter(String(input))}`,
  }),
);

export const AddAliasSchema = z.object({ alias: ReferenceSchema });

/** The date of a possible delivery. */
export const deliveryDate = (message?: string) =>
  day(message).check(z.refine((date) => date >= '2000-01-01' && date <= '2100-12-31', message));

/** A date, or an instant that is cut to its UTC date; blank means none. */
export const deliveryDay = (message: string) =>
  z.optional(
    z.pipe(
      z.nullable(boundedText(40, message)),
      z.pipe(
        z.transform((value: string | null) => (value?.includes('T') ? toUtcDay(value) : value || null)),
        z.nullable(deliveryDate(message)),
      ),
    ),
  );

function toUtcDay(instant: string): string {
  const time = Date.parse(instant);
  return Number.isNaN(time) ? instant : new Date(time).toISOString().slice(0, 10);
}

const USER_ID_MESSAGE = "L'ID utilisateur doit être un nombre entier positif";
const INVALID_DATE = 'Veuillez saisir une date valide';
const MODE_MESSAGE = 'Choisissez avion, bateau ou inconnu';

const positive = (max: number, message: string) =>
  z.optional(z.nullable(z.int(message).check(z.gte(1, message), z.lte(max, message))));

/** What is accepted of a parcel, in pieces, grams, cubic centimetres and characters. */
export const PIECES_MAX = 10_000;
export const WEIGHT_MAX = 100_000_000;
export const VOLUME_MAX = 1_000_000_000;
export const CONTENTS_MAX = 300;

export const GOODS_KIND_MESSAGE = 'Choisissez la nature du colis';

export const declaredValue = francs(
  1,
  MAX_FRANCS,
  `La valeur doit être comprise entre 1 et ${writtenFrancs(MAX_FRANCS)}`,
);

const orderFields = {
  estimatedDelivery: deliveryDay(INVALID_DATE),
  userId: positive(MAX_ID, USER_ID_MESSAGE),
  recipientName: optionalText(100),
  recipientPhone: optionalText(PHONE_MAX),
  recipientConsent: z.optional(z.boolean('Requête invalide')),
  mode: z.optional(z.nullable(z.enum(TRANSPORT_MODES, MODE_MESSAGE))),
  pieces: positive(PIECES_MAX, 'Le nombre de pièces doit être un nombre entier entre 1 et 10\u00a0000'),
  weightGrams: positive(WEIGHT_MAX, 'Le poids doit être compris entre 1 g et 100\u00a0000 kg'),
  volumeCm3: positive(VOLUME_MAX, 'Le volume doit être compris entre 1 cm³ et 1\u00a0000 m³'),
  contents: optionalText(CONTENTS_MAX),
  goodsKind: z.optional(z.nullable(z.enum(GOODS_KINDS, GOODS_KIND_MESSAGE))),
  declaredValue: z.optional(z.nullable(declaredValue)),
};

/** A status in the body is ignored: new orders are confirmed. */
export const CreateOrderSchema = z.object({ reference: ReferenceSchema, ...orderFields });
export type CreateOrder = z.input<typeof CreateOrderSchema>;

const STATUS_REQUIRED = 'Le statut est requis';
const invalid = 'Requête invalide';

const statusChange = {
  status: requiredText({ message: STATUS_REQUIRED }),
  latestUpdate: optionalText(5000),
  notifyCustomer: z.optional(z.boolean(invalid)),
  /** The version that was edited: a newer one is not overwritten (409). */
  updatedAt: z.optional(instant(invalid)),
};

export const ChangeStatusSchema = z.object(statusChange);

const correction = {
  reference: z.optional(ReferenceSchema),
  ...orderFields,
  reason: optionalText(500),
};

export const CorrectOrderSchema = z.object({
  ...correction,
  notifyCustomer: statusChange.notifyCustomer,
  updatedAt: statusChange.updatedAt,
});

/** Absent fields stay unchanged, blank texts are cleared. The status is required unless another field is given. */
export const UpdateOrderSchema = z
  .object({
    ...correction,
    ...statusChange,
    status: z.optional(statusChange.status),
    archived: z.optional(z.boolean(invalid)),
  })
  .check(
    z.refine(
      ({ status, latestUpdate: _text, notifyCustomer: _notify, updatedAt: _version, ...others }) =>
        status !== undefined || Object.values(others).some((value) => value !== undefined),
      { path: ['status'], error: STATUS_REQUIRED },
    ),
  );

export const OUTDATED_ORDER = 'Cette commande a été modifiée entre-temps. Relisez-la, puis enregistrez de nouveau.';

export const WithdrawOrderEventSchema = z.object({
  reason: requiredText({ max: 500, message: 'Indiquez la raison' }),
});
