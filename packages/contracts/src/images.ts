import * as z from 'zod/mini';
import { noNulCharacter, tooLong } from './common.ts';

export const IMAGE_INVALID = 'Veuillez sélectionner une image valide.';
export const IMAGE_ADDRESS_INVALID = "L'URL doit commencer par http://, https:// ou être une image encodée en base64";

/** Stored widths of every uploaded image, in pixels. */
export const IMAGE_WIDTHS = [320, 640, 1280] as const;

/** Limit of external URLs; data URLs may be longer. */
const ADDRESS_MAX = 2000;

/** An http(s) URL, or the file as a data URL; blank means no image. */
export const ImageFieldSchema = z.optional(
  z.pipe(
    z.nullable(z.string(IMAGE_ADDRESS_INVALID).check(z.trim())),
    z.pipe(
      z.transform((value: string | null) => value || null),
      z.nullable(
        z.string().check(
          z.regex(/^(?:http|data:)/i, IMAGE_ADDRESS_INVALID),
          z.refine((value) => !/^http/i.test(value) || value.length <= ADDRESS_MAX, tooLong(ADDRESS_MAX)),
          noNulCharacter,
        ),
      ),
    ),
  ),
);
