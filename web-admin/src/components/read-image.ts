import { IMAGE_INVALID } from '@fasocolis/contracts/images';

export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'];

export interface ImageLimit {
  maxBytes: number;
  tooLarge: string;
}

/** An image file as a data URL. @throws Error with a sentence for the administrator */
export function readImage(file: File, { maxBytes, tooLarge }: ImageLimit): Promise<string> {
  return new Promise((resolve, reject) => {
    if (!IMAGE_TYPES.includes(file.type)) throw new Error(IMAGE_INVALID);
    if (file.size > maxBytes) throw new Error(tooLarge);
    const reader = new FileReader();
    reader.onloadend = () => {
      const { result } = reader;
      if (typeof result === 'string') resolve(result);
      else reject(new Error("Une erreur s'est produite lors du traitement de l'image."));
    };
    reader.readAsDataURL(file);
  });
}
