import { afterEach, describe, expect, it, vi } from 'vitest';
import { readImage } from './image-input.tsx';

const LIMIT = 2_097_152;
const limit = { maxBytes: LIMIT, tooLarge: "La taille de l'image ne doit pas dépasser 2 MB." };
const image = (bytes: number, type = 'image/png') => new File([new Uint8Array(bytes)], 'image', { type });

afterEach(() => void vi.unstubAllGlobals());

describe('a file chosen as an image', () => {
  it('becomes a data URL, in each of the accepted formats [VAL-064]', async () => {
    for (const type of ['image/jpeg', 'image/png', 'image/gif']) {
      expect(await readImage(image(3, type), limit)).toBe(`data:${type};base64,AAAA`);
    }
  });

  it('may have 2 MB and not one byte more [VAL-063, CONST-042]', async () => {
    expect(await readImage(image(LIMIT), limit)).toMatch(/^data:image\/png;base64,/);
    await expect(readImage(image(LIMIT + 1), limit)).rejects.toThrow("La taille de l'image ne doit pas dépasser 2 MB.");
  });

  it('is refused when it is not an image, or one that could run scripts [VAL-062]', async () => {
    for (const type of ['text/plain', 'application/pdf', 'image/svg+xml', '']) {
      await expect(readImage(image(3, type), limit)).rejects.toThrow('Veuillez sélectionner une image valide.');
    }
  });

  it('that cannot be read leads to an error with a message [VAL-065]', async () => {
    class BrokenReader extends FileReader {
      override readAsDataURL() {
        this.dispatchEvent(new ProgressEvent('loadend'));
      }
    }
    vi.stubGlobal('FileReader', BrokenReader);
    await expect(readImage(image(3), limit)).rejects.toThrow(
      "Une erreur s'est produite lors du traitement de l'image.",
    );
  });
});
