/** The longer side, in pixels: a name on a paper stays readable. */
const LONGEST = 1600;
const QUALITY = 0.8;

/** A photo as a data URL of some hundred kilobytes: phones take them with several megabytes. */
export async function shrinkPhoto(file: Blob): Promise<string> {
  const image = new Image();
  image.src = URL.createObjectURL(file);
  await image.decode().finally(() => URL.revokeObjectURL(image.src));
  const scale = Math.min(1, LONGEST / Math.max(image.width, image.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(image.width * scale);
  canvas.height = Math.round(image.height * scale);
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL('image/jpeg', QUALITY);
}
