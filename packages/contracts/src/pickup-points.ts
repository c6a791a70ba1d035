import * as z from 'zod/mini';
import { optionalText, requiredText } from './common.ts';
import { searchForm } from './reading/text.ts';

export const PickupPointSchema = z.object({
  town: z.string(),
  place: z.string(),
  mapUrl: z._default(z.nullable(z.string()), null),
  hours: z._default(z.nullable(z.string()), null),
  bring: z._default(z.nullable(z.string()), null),
});
export const PickupPointsSchema = z.array(PickupPointSchema);
export type PickupPoint = z.infer<typeof PickupPointSchema>;

export const MAX_PICKUP_POINTS = 20;

const MAP_MESSAGE = 'Collez le lien de la carte en entier\u00a0: il commence par https://';
const INVALID = 'Requête invalide';

/** All points together, each of another town. */
export const SetPickupPointsSchema = z.object({
  value: z
    .array(
      z.object({
        town: requiredText({ max: 100, message: 'Indiquez la ville' }),
        place: requiredText({ max: 300, message: "Indiquez l'adresse" }),
        mapUrl: z.optional(
          z.pipe(optionalText(1000), z.optional(z.nullable(z.url({ protocol: /^https$/, error: MAP_MESSAGE })))),
        ),
        hours: optionalText(300),
        bring: optionalText(300),
      }),
      INVALID,
    )
    .check(
      z.maxLength(MAX_PICKUP_POINTS, 'Vingt lieux au plus'),
      z.refine((points) => new Set(points.map(({ town }) => searchForm(town))).size === points.length, {
        error: 'Chaque ville a un seul lieu de retrait',
      }),
    ),
});

/** The point of a town, in any spelling; the only point for a parcel whose town is unknown. */
export function pickupPointOf(points: readonly PickupPoint[], town: string | null): PickupPoint | undefined {
  if (town === null) return points.length === 1 ? points[0] : undefined;
  return points.find((point) => searchForm(point.town) === searchForm(town));
}
