import { IMAGE_INVALID } from '@fasocolis/contracts/images';
import { POPUP_IMAGE_MAX_BYTES, POPUP_IMAGE_TOO_LARGE } from '@fasocolis/contracts/popups';

/** The types of image the server takes. */
export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'];

/**
 * An image file as a data URL.
 * @throws Error with a sentence for the administrator
 */
export function readImage(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    if (!IMAGE_TYPES.includes(file.type)) throw new Error(IMAGE_INVALID);
    if (file.size > POPUP_IMAGE_MAX_BYTES) throw new Error(POPUP_IMAGE_TOO_LARGE);
    const reader = new FileReader();
    reader.onloadend = () => {
      const { result } = reader;
      if (typeof result === 'string') resolve(result);
      else reject(new Error("Une erreur s'est produite lors du traitement de l'image."));
    };
    reader.readAsDataURL(file);
  });
}
