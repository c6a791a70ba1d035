import * as z from 'zod/mini';
import { noNulCharacter, tooLong } from './common.ts';

export const IMAGE_INVALID = 'Veuillez sélectionner une image valide.';
export const IMAGE_ADDRESS_INVALID = "L'URL doit commencer par http://, https:// ou être une image encodée en base64";

/** Widths, in pixels, in which every uploaded image is kept. */
export const IMAGE_WIDTHS = [320, 640, 1280] as const;

/** Longest address of an image elsewhere; a file may be longer. */
const ADDRESS_MAX = 2000;

/** An image as forms send it: an http(s) address, or the file itself as a data URL. Blank means none. */
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
