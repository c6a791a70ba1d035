import { readVolume, readWeight, writtenVolume, writtenWeight } from '@fasocolis/contracts/reading/measures';
import { CARTON_PHOTOS, type Carton, CartonSchema, SMALL_PHOTO } from '@fasocolis/contracts/receiving';
import { shrinkPhoto } from '@fasocolis/web-kit/shrink-photo';
import { useRef, useState } from 'react';

interface State {
  /** The carton that the draft is about. */
  key: string | undefined;
  draft: CartonDraft;
  isTouched: boolean;
  isReading: boolean;
  problems: CartonProblems;
  noted?: string;
}

const CLOSED = { isTouched: false, isReading: false, problems: {} };

/** What is being typed of the carton that was scanned last. */
export function useCarton(key: string | undefined, onNote: (carton: Carton) => Promise<boolean>) {
  const [keepsValues, setKeepsValues] = useState(false);
  const [kept, setKept] = useState<Partial<CartonDraft>>({});
  const [count, setCount] = useState(0);
  const [stored, setStored] = useState<State>();
  /** The last note, with the count before it: while the screen has that count, a second press and the next scan wait for it. */
  const noting = useRef<{ count: number; outcome: Promise<boolean> }>(undefined);
  const currentOf = (state: State | undefined): State =>
    state && state.key === key ? state : { ...CLOSED, key, draft: { ...NO_CARTON, ...(keepsValues && kept) } };
  const state = currentOf(stored);
  const change = (changes: Partial<State>) => setStored((before) => ({ ...currentOf(before), ...changes }));
  const changePhotos = (apply: (photos: string[]) => string[], changes: Partial<State> = {}) =>
    setStored((before) => {
      const { draft, ...others } = currentOf(before);
      return { ...others, ...changes, isTouched: true, draft: { ...draft, photos: apply(draft.photos) } };
    });

  const note = async (carton: Carton, { photos: _photos, ...values }: CartonDraft): Promise<boolean> => {
    if (!(await onNote(carton))) {
      noting.current = undefined;
      return false;
    }
    setKept(values);
    setCount((before) => before + 1);
    change({ ...CLOSED, noted: cartonWords(carton) });
    return true;
  };

  /** @returns whether it was kept, so that the next carton can be scanned */
  const save = async (draft = state.draft): Promise<boolean> => {
    if (state.isReading) return false;
    if (isBlank(draft)) return true;
    const read = readDraft(draft);
    if ('problems' in read) {
      change({ problems: read.problems });
      return false;
    }
    if (noting.current?.count !== count) noting.current = { count, outcome: note(read.carton, draft) };
    return noting.current.outcome;
  };

  /** @throws for a file that is no photo */
  const takePhotos = async (files: File[]): Promise<void> => {
    change({ isReading: true });
    const room = CARTON_PHOTOS - state.draft.photos.length;
    try {
      const photos = await Promise.all(files.slice(0, room).map((file) => shrinkPhoto(file, SMALL_PHOTO)));
      changePhotos((taken) => [...taken, ...photos], { isReading: false });
    } catch (error) {
      change({ isReading: false });
      throw error;
    }
  };

  return {
    ...state,
    count,
    keepsValues,
    setKeepsValues,
    type: (field: CartonField, text: string) =>
      change({ draft: { ...state.draft, [field]: text }, isTouched: true, problems: {} }),
    takePhotos,
    removePhoto: (photo: string) => changePhotos((taken) => taken.filter((each) => each !== photo)),
    /** Opens what was noted once more; its photos are kept already. */
    correct: () => setStored({ ...CLOSED, key, draft: { ...state.draft, photos: [] } }),
    save: () => save(),
    /**
     * Saves what was typed before another carton is scanned.
     * @param before the value of a field before the code of that carton was scanned into it
     * @returns whether the other carton may be scanned
     */
    saveTouched: async (before?: Partial<Record<CartonField, string>>): Promise<boolean> => {
      const draft = { ...state.draft, ...before };
      if (before) change({ draft });
      return state.isTouched || state.isReading ? save(draft) : true;
    },
  };
}

interface CartonDraft {
  weight: string;
  length: string;
  width: string;
  height: string;
  recipient: string;
  photos: string[];
}
export type CartonField = Exclude<keyof CartonDraft, 'photos'>;
type CartonProblems = Partial<Record<'weight' | 'sides' | 'recipient', string | undefined>>;

const NO_CARTON: CartonDraft = { weight: '', length: '', width: '', height: '', recipient: '', photos: [] };

const isBlank = ({ photos, ...texts }: CartonDraft): boolean =>
  photos.length === 0 && Object.values(texts).every((text) => text.trim() === '');

/** A draft as it is sent, or what is wrong with it. */
function readDraft(draft: CartonDraft): { carton: Carton } | { problems: CartonProblems } {
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

function cartonWords({ weightGrams, volumeCm3, recipient, photos = [] }: Carton): string {
  const words = [
    weightGrams && writtenWeight(weightGrams),
    volumeCm3 && writtenVolume(volumeCm3),
    recipient,
    photos.length > 0 && `${photos.length} photo${photos.length > 1 ? 's' : ''}`,
  ];
  return words.filter(Boolean).join(', ');
}
