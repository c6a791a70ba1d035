import * as z from 'zod/mini';
import { atMost, boundedText, cleaned, DaySchema, IdSchema, MAX_ID, optionalText, requiredText } from './common.ts';
import { imageField } from './images.ts';

const IMAGE_POSITIONS = ['top', 'bottom', 'left', 'right'] as const;
export type ImagePosition = (typeof IMAGE_POSITIONS)[number];

/** Sizes are CSS lengths, width and height pixels. */
export const POPUP_DEFAULTS = {
  backgroundColor: '#ffffff',
  textColor: '#000000',
  buttonColor: '#3b82f6',
  buttonTextColor: '#ffffff',
  titleFontSize: '24px',
  contentFontSize: '16px',
  fontFamily: 'Inter, sans-serif',
  fontWeight: 'normal',
  borderRadius: '8px',
  width: 500,
  height: 300,
  imagePosition: 'top',
  buttonText: 'OK',
  showOnce: true,
  isActive: true,
} as const;

export const TITLE_SIZES = ['16px', '20px', '24px', '28px'] as const;
export const CONTENT_SIZES = ['12px', '14px', '16px', '18px'] as const;
export const BORDER_RADII = ['0px', '4px', '8px', '12px', '16px'] as const;
/** Bounds of the field in the form; the server accepts more (D-49). */
export const POPUP_WIDTH_INPUT = { min: 200, max: 1000, step: 10 } as const;
/** In bytes before encoding. */
export const POPUP_IMAGE_MAX_BYTES = 2_097_152;
export const POPUP_IMAGE_TOO_LARGE = "La taille de l'image ne doit pas dépasser 2 MB.";

/** Dates are UTC days, both included. */
export const PopupSchema = z.object({
  id: IdSchema,
  title: z.string(),
  content: z.string(),
  imageUrl: z.nullable(z.string()),
  backgroundColor: z.string(),
  textColor: z.string(),
  buttonColor: z.string(),
  buttonTextColor: z.string(),
  titleFontSize: z.string(),
  contentFontSize: z.string(),
  fontFamily: z.string(),
  fontWeight: z.string(),
  borderRadius: z.string(),
  width: z.number(),
  height: z.number(),
  imagePosition: z.enum(IMAGE_POSITIONS),
  buttonText: z.string(),
  buttonLink: z.nullable(z.string()),
  showOnce: z.boolean(),
  isActive: z.boolean(),
  startDate: z.nullable(DaySchema),
  endDate: z.nullable(DaySchema),
});
export const PopupsSchema = z.array(PopupSchema);
export type Popup = z.infer<typeof PopupSchema>;

const INVALID = 'Requête invalide';
const DATE_MESSAGE = 'Veuillez saisir une date valide';
const LINK_MESSAGE = 'Le lien du bouton est invalide';
const MAX_SIZE = 4000;
const SIZE_MESSAGE = `La taille ne doit pas dépasser ${MAX_SIZE} pixels`;

/** A number of pixels, or a text that begins with one ("500px"); values without a positive size become `fallback`. */
const pixels = (fallback: number) =>
  z.pipe(
    z.union([z.number(), boundedText(100), z.null()], SIZE_MESSAGE),
    z.pipe(
      z.transform((value: number | string | null) => {
        const size = typeof value === 'string' ? Number.parseFloat(value) : (value ?? Number.NaN);
        return Number.isFinite(size) && size > 0 ? size : fallback;
      }),
      z.number().check(z.lte(MAX_SIZE, SIZE_MESSAGE)),
    ),
  );

/** Blank means the default. */
const look = (fallback: string) =>
  z.pipe(
    z.string('Écrivez une valeur, ou laissez ce champ vide').check(z.trim(), atMost(100), cleaned()),
    z.transform((value: string) => value || fallback),
  );

const day = z.optional(
  z.pipe(
    z.nullable(boundedText(40, DATE_MESSAGE)),
    z.pipe(
      z.transform((value: string | null) => value?.slice(0, 10) || null),
      // PostgreSQL has no year 0.
      z.nullable(z.iso.date(DATE_MESSAGE).check(z.refine((day) => day >= '0001-01-01', DATE_MESSAGE))),
    ),
  ),
);

const buttonLink = optionalText(2000).check(
  z.refine((link) => link == null || /^(?:https?:\/\/\S+|\/(?![/\\])\S*)$/i.test(link), LINK_MESSAGE),
);

const fields = {
  title: requiredText({ message: 'Le titre est requis' }),
  content: requiredText({ max: 5000, message: 'Le contenu est requis' }),
  imageUrl: imageField(POPUP_IMAGE_MAX_BYTES, POPUP_IMAGE_TOO_LARGE),
  backgroundColor: look(POPUP_DEFAULTS.backgroundColor),
  textColor: look(POPUP_DEFAULTS.textColor),
  buttonColor: look(POPUP_DEFAULTS.buttonColor),
  buttonTextColor: look(POPUP_DEFAULTS.buttonTextColor),
  titleFontSize: look(POPUP_DEFAULTS.titleFontSize),
  contentFontSize: look(POPUP_DEFAULTS.contentFontSize),
  fontFamily: look(POPUP_DEFAULTS.fontFamily),
  fontWeight: look(POPUP_DEFAULTS.fontWeight),
  borderRadius: look(POPUP_DEFAULTS.borderRadius),
  width: pixels(POPUP_DEFAULTS.width),
  height: pixels(POPUP_DEFAULTS.height),
  imagePosition: z.enum(IMAGE_POSITIONS, "La position de l'image doit être top, bottom, left ou right"),
  buttonText: look(POPUP_DEFAULTS.buttonText),
  buttonLink,
  showOnce: z.boolean(INVALID),
  isActive: z.boolean(INVALID),
  startDate: day,
  endDate: day,
};

export const DATES_REVERSED = 'La date de fin doit être postérieure à la date de début';

/** Whether a popup ends before it starts; false when one of the dates is missing. */
export const endsBeforeStart = (period: {
  startDate?: string | null | undefined;
  endDate?: string | null | undefined;
}) => Boolean(period.startDate && period.endDate && period.endDate < period.startDate);

const datesInOrder = z.refine<Parameters<typeof endsBeforeStart>[0]>((popup) => !endsBeforeStart(popup), {
  path: ['endDate'],
  error: DATES_REVERSED,
});

export const CreatePopupSchema = z
  .object({
    ...fields,
    backgroundColor: z._default(fields.backgroundColor, POPUP_DEFAULTS.backgroundColor),
    textColor: z._default(fields.textColor, POPUP_DEFAULTS.textColor),
    buttonColor: z._default(fields.buttonColor, POPUP_DEFAULTS.buttonColor),
    buttonTextColor: z._default(fields.buttonTextColor, POPUP_DEFAULTS.buttonTextColor),
    titleFontSize: z._default(fields.titleFontSize, POPUP_DEFAULTS.titleFontSize),
    contentFontSize: z._default(fields.contentFontSize, POPUP_DEFAULTS.contentFontSize),
    fontFamily: z._default(fields.fontFamily, POPUP_DEFAULTS.fontFamily),
    fontWeight: z._default(fields.fontWeight, POPUP_DEFAULTS.fontWeight),
    borderRadius: z._default(fields.borderRadius, POPUP_DEFAULTS.borderRadius),
    width: z._default(fields.width, POPUP_DEFAULTS.width),
    height: z._default(fields.height, POPUP_DEFAULTS.height),
    imagePosition: z._default(fields.imagePosition, POPUP_DEFAULTS.imagePosition),
    buttonText: z._default(fields.buttonText, POPUP_DEFAULTS.buttonText),
    showOnce: z._default(fields.showOnce, POPUP_DEFAULTS.showOnce),
    isActive: z._default(fields.isActive, POPUP_DEFAULTS.isActive),
  })
  .check(datesInOrder);
export type CreatePopup = z.input<typeof CreatePopupSchema>;

export const UpdatePopupSchema = z.partial(z.object(fields)).check(datesInOrder);

/** Without a user it is the caller's. */
export const PopupSeenSchema = z.object({
  userId: z.optional(z.int(INVALID).check(z.gte(1, INVALID), z.lte(MAX_ID, INVALID))),
});
