import type { Locator } from 'vitest/browser';

/** An image of one green pixel. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
export const GREEN_POINT = `data:image/png;base64,${PNG}`;
export const BROKEN_IMAGE = 'data:image/png;base64,AAAA';

/** An image file with additional bytes: decoders ignore what follows its end. */
export function pictureFile(extraBytes = 0): File {
  const bytes = Uint8Array.from(atob(PNG), (character) => character.charCodeAt(0));
  return new File([bytes, new Uint8Array(extraBytes)], 'image.png', { type: 'image/png' });
}

const transferOf = (files: File[]) => {
  const transfer = new DataTransfer();
  for (const file of files) transfer.items.add(file);
  return transfer;
};

/** Chooses files with the file field. */
export async function chooseFiles(scope: Locator, ...files: File[]): Promise<void> {
  const input = (await scope.findElement()).querySelector<HTMLInputElement>('input[type=file]');
  if (!input) throw new Error('No field for files');
  input.files = transferOf(files).files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
}

/** Drops files on their area. */
export async function dropFiles(scope: Locator, ...files: File[]): Promise<void> {
  const place = await scope.getByRole('button', { name: 'Importer une image' }).findElement();
  for (const type of ['dragover', 'drop']) {
    place.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer: transferOf(files) }));
  }
}

/** The URLs of the images inside. */
export const picturesIn = (scope: Locator): string[] =>
  [...scope.element().querySelectorAll('img')].map(({ src }) => src);
