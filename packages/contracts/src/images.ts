import * as z from 'zod/mini';
import { atMost, tooLong } from './common.ts';
import { cleanText } from './reading/text.ts';

export const IMAGE_INVALID = 'Veuillez sélectionner une image valide.';
export const IMAGE_TOO_COMPLEX =
  "Cette image demande trop de mémoire\u00a0: réduisez-la, ou enregistrez-la sans l'option « progressif » ou « entrelacé ».";
export const IMAGE_ADDRESS_INVALID = "L'URL doit commencer par http://, https:// ou être une image encodée en base64";

/** Stored widths of every uploaded image, in pixels. */
export const IMAGE_WIDTHS = [320, 640, 1280] as const;

/** Limit of external URLs; data URLs may be longer. */
const ADDRESS_MAX = 2000;

/** The header of a data URL, and line breaks of encoders, beside the encoded bytes. */
const DATA_URL_EXTRA = 1000;

/**
 * The length of a data URL that no image of a size exceeds. The size itself is checked when the image is decoded.
 * @param maxBytes before encoding
 */
export const longestImage = (maxBytes: number) => Math.ceil(maxBytes / 3) * 4 + DATA_URL_EXTRA;

/** A photo as a data URL, of at most `maxBytes` before encoding. */
export const photoData = (maxBytes: number, tooLarge: string, missing = IMAGE_INVALID) =>
  z.string(missing).check(atMost(longestImage(maxBytes), tooLarge), z.regex(/^data:/i, IMAGE_INVALID));

/** Removes invisible characters from a URL. Data URLs and texts that are too long for a URL are returned unchanged. */
export const cleanedAddress = z.overwrite<string>((value) =>
  /^http/i.test(value) && value.length <= ADDRESS_MAX ? cleanText(value) : value,
);

/** An http(s) URL, or the file of at most `maxBytes` as a data URL; blank means no image. */
export const imageField = (maxBytes: number, tooLarge: string) =>
  z.optional(
    z.pipe(
      z.nullable(z.string(IMAGE_ADDRESS_INVALID).check(z.trim(), atMost(longestImage(maxBytes), tooLarge))),
      z.pipe(
        z.transform((value: string | null) => value || null),
        z.nullable(
          z.string().check(
            z.regex(/^(?:http|data:)/i, IMAGE_ADDRESS_INVALID),
            z.refine((value) => !/^http/i.test(value) || value.length <= ADDRESS_MAX, tooLong(ADDRESS_MAX)),
            cleanedAddress,
          ),
        ),
      ),
    ),
  );
