import { readVolume, readWeight, writtenVolume, writtenWeight } from '@fasocolis/contracts/reading/measures';
import { type Carton, CartonSchema } from '@fasocolis/contracts/receiving';

/** What is typed of a carton. */
export interface CartonDraft {
  weight: string;
  length: string;
  width: string;
  height: string;
  recipient: string;
  photos: string[];
}
export type CartonField = Exclude<keyof CartonDraft, 'photos'>;
export type CartonProblems = Partial<Record<'weight' | 'sides' | 'recipient', string | undefined>>;

export const NO_CARTON: CartonDraft = { weight: '', length: '', width: '', height: '', recipient: '', photos: [] };

export const isBlank = ({ photos, ...texts }: CartonDraft): boolean =>
  photos.length === 0 && Object.values(texts).every((text) => text.trim() === '');

/** A draft as it is sent, or what is wrong with it. */
export function readDraft(draft: CartonDraft): { carton: Carton } | { problems: CartonProblems } {
  const { weight, length, width, height, recipient, photos } = draft;
  const sides = [length, width, height].map((side) => side.trim());
  const hasSides = sides.some(Boolean);
  // Another text is refused by the schema.
  const { data, error } = CartonSchema.safeParse({
    ...(weight.trim() && { weightGrams: readWeight(weight) ?? Number.NaN }),
    ...(hasSides && { volumeCm3: readVolume(sides.join(' x ')) ?? Number.NaN }),
    ...(recipient.trim() && { recipient }),
    ...(photos.length > 0 && { photos }),
  });
  if (data) return { carton: data };
  const wrong = new Map(error.issues.map(({ path, message }) => [path[0], message]));
  return {
    problems: {
      ...(wrong.has('weightGrams') && { weight: 'En kilos, par exemple 12,5.' }),
      ...(wrong.has('volumeCm3') && { sides: 'Les trois côtés en centimètres, par exemple 60, 40 et 50.' }),
      ...(wrong.has('recipient') && { recipient: wrong.get('recipient') }),
    },
  };
}

/** What was noted, in words. */
export function cartonWords({ weightGrams, volumeCm3, recipient, photos = [] }: Carton): string {
  const words = [
    weightGrams && writtenWeight(weightGrams),
    volumeCm3 && writtenVolume(volumeCm3),
    recipient,
    photos.length > 0 && `${photos.length} photo${photos.length > 1 ? 's' : ''}`,
  ];
  return words.filter(Boolean).join(', ');
}
