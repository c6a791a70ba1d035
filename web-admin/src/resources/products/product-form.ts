import { CreateProductSchema, MAX_EXTRA_IMAGES, type Product } from '@fasocolis/contracts/catalog';
import * as z from 'zod/mini';

/** One feature per line. */
export const featuresOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** One specification per line, "Clé: Valeur"; incomplete lines are dropped, and values of one key joined. */
export function specificationsOf(text: string): Record<string, string> {
  const found = new Map<string, string>();
  for (const line of text.split('\n')) {
    const [key = '', value = ''] = (/^([^:：]*)[:：](.*)$/.exec(line) ?? []).slice(1).map((part) => part.trim());
    const former = found.get(key);
    if (key && value) found.set(key, former === undefined ? value : `${former}, ${value}`);
  }
  return Object.fromEntries(found);
}

/** Converts a text of several lines; an error in a line is an error of the text. */
const lines = <T>(read: (text: string) => T, schema: z.ZodMiniType<T>) =>
  z.pipe(
    z.nullable(z.string()),
    z.transform((text: string | null, { issues }) => {
      const { data, error } = schema.safeParse(read(text ?? ''));
      if (data !== undefined) return data;
      issues.push({ code: 'custom', message: error?.issues[0]?.message ?? '', input: text });
      return z.NEVER;
    }),
  );

export const ProductFormSchema = z.extend(CreateProductSchema, {
  features: lines(featuresOf, CreateProductSchema.shape.features),
  specifications: lines(specificationsOf, CreateProductSchema.shape.specifications),
});
export type ProductForm = z.input<typeof ProductFormSchema>;

export const NEW_PRODUCT: ProductForm = {
  name: '',
  description: '',
  price: '',
  imageUrl: null,
  imageUrls: [],
  hasFreeshipping: true,
  features: '',
  specifications: '',
};

export function formOf({ features, specifications, imageUrls, ...product }: Product) {
  return {
    ...product,
    imageUrls: imageUrls.slice(0, MAX_EXTRA_IMAGES),
    features: features.join('\n'),
    specifications: Object.entries(specifications)
      .map(([key, value]) => `${key}: ${value}`)
      .join('\n'),
  };
}
