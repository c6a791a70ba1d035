import * as z from 'zod/mini';
import { atMost, cleaned, IdSchema, requiredText } from './common.ts';
import { cleanedAddress, IMAGE_ADDRESS_INVALID, imageField, longestImage } from './images.ts';

/** The price is free text, shown as typed. */
export const ProductSchema = z.object({
  id: IdSchema,
  name: z.string(),
  description: z.string(),
  price: z.string(),
  imageUrl: z.nullable(z.string()),
  imageUrls: z.array(z.string()),
  hasFreeshipping: z.boolean(),
  features: z.array(z.string()),
  specifications: z.record(z.string(), z.string()),
});
export const ProductsSchema = z.array(ProductSchema);
export type Product = z.infer<typeof ProductSchema>;

export const MAX_EXTRA_IMAGES = 3;
/** In bytes before encoding (D-87). */
export const PRODUCT_IMAGE_MAX_BYTES = 10 * 1024 * 1024;
export const PRODUCT_IMAGE_TOO_LARGE = "L'image ne doit pas dépasser 10 Mo et 50 mégapixels.";

export const PRODUCT_IMAGE_PREVIEW = { width: 1200, height: 630 } as const;

/** The URL of the JPEG of one of our images, for link previews; null for other images. */
export function previewImageOf(address: string): string | null {
  const [, folder, hash] = /^(.*\/api\/product-images\/)([\w-]{43})-\d+\.webp$/.exec(address) ?? [];
  return hash === undefined ? null : `${folder}previews/${hash}.jpg`;
}

const INVALID = 'Requête invalide';
const MAX_ENTRIES = 50;
const MAX_ENTRY = 200;
const tooMany = (max: number) => `Ce champ ne doit pas dépasser ${max} éléments`;

const entry = z.string('Écrivez un texte, ou retirez cet élément').check(z.trim(), atMost(MAX_ENTRY), cleaned());

const fields = {
  name: requiredText({ message: 'Nom requis' }),
  description: requiredText({ max: 5000, message: 'Description requise' }),
  price: requiredText({ message: 'Prix requis' }),
  imageUrl: imageField(PRODUCT_IMAGE_MAX_BYTES, PRODUCT_IMAGE_TOO_LARGE),
  imageUrls: z
    .array(
      z
        .string(IMAGE_ADDRESS_INVALID)
        .check(
          z.trim(),
          atMost(longestImage(PRODUCT_IMAGE_MAX_BYTES), PRODUCT_IMAGE_TOO_LARGE),
          z.regex(/^(?:http|data:)/i, IMAGE_ADDRESS_INVALID),
          cleanedAddress,
        ),
      INVALID,
    )
    .check(z.maxLength(MAX_EXTRA_IMAGES, tooMany(MAX_EXTRA_IMAGES))),
  hasFreeshipping: z.boolean(INVALID),
  features: z.array(entry, INVALID).check(z.maxLength(MAX_ENTRIES, tooMany(MAX_ENTRIES))),
  specifications: z
    .record(entry, entry, INVALID)
    .check(z.refine((map) => Object.keys(map).length <= MAX_ENTRIES, tooMany(MAX_ENTRIES))),
};

export const CreateProductSchema = z.object({
  ...fields,
  imageUrls: z._default(fields.imageUrls, []),
  hasFreeshipping: z._default(fields.hasFreeshipping, true),
  features: z._default(fields.features, []),
  specifications: z._default(fields.specifications, {}),
});

export const UpdateProductSchema = z.partial(z.object(fields));
