const QUALITIES = [0.8, 0.65, 0.5, 0.35];
/** The scales that are tried while no quality is small enough. */
const SCALES = [1, 0.75, 0.5];

/** The shorter by the longer side, of a photo. */
const CAMERA_RATIO = 3 / 4;

/** The longer side; of a long screenshot, that of a photo with as many pixels. */
function sizeOf({ width, height }: HTMLImageElement, mayBeLong: boolean): number {
  const [longer, shorter] = [Math.max(width, height), Math.min(width, height)];
  return mayBeLong && longer > 2 * shorter ? Math.sqrt((longer * shorter) / CAMERA_RATIO) : longer;
}

interface PhotoLimit {
  /** The longer side, in pixels. */
  longest: number;
  /** Whether a long screenshot has as many pixels as a photo instead, so that its text stays readable. */
  mayBeLong?: boolean;
  maxBytes?: number;
}

/** A photo as a data URL of at most `maxBytes` before encoding: phones take them with several megabytes. */
export async function shrinkPhoto(
  file: Blob,
  { longest, mayBeLong = false, maxBytes = Number.POSITIVE_INFINITY }: PhotoLimit,
): Promise<string> {
  const image = new Image();
  image.src = await dataUrlOf(file);
  await image.decode();
  const canvas = document.createElement('canvas');
  let url = '';
  for (const smaller of SCALES) {
    const scale = Math.min(1, (longest * smaller) / sizeOf(image, mayBeLong));
    canvas.width = Math.max(1, Math.round(image.width * scale));
    canvas.height = Math.max(1, Math.round(image.height * scale));
    const context = canvas.getContext('2d');
    if (context) {
      // Transparent parts would become black, like the text on them.
      context.fillStyle = 'white';
      context.fillRect(0, 0, canvas.width, canvas.height);
      context.drawImage(image, 0, 0, canvas.width, canvas.height);
    }
    for (const quality of QUALITIES) {
      url = canvas.toDataURL('image/jpeg', quality);
      if (bytesOf(url) <= maxBytes) return url;
    }
  }
  return url;
}

/** Base64 takes four characters for three bytes. */
const bytesOf = (url: string) => (url.slice(url.indexOf(',') + 1).length * 3) / 4;

/** A file as a data URL: the policy of both sites allows no images with blob URLs. @throws when it cannot be read */
export const dataUrlOf = (file: Blob) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onloadend = () =>
      typeof reader.result === 'string' ? resolve(reader.result) : reject(reader.error ?? new Error('Unreadable'));
    reader.readAsDataURL(file);
  });
