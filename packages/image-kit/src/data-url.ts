import { ImageRefused } from './image-refused.ts';

const DATA_URL = /^data:[^,]*;base64,/i;
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

export const isDataUrl = (text: string) => /^data:/i.test(text);

/**
 * Decodes a base64 data URL; its media type is ignored.
 * @throws ImageRefused `not-an-image` for invalid data, `too-many-bytes` over `maxBytes`
 */
export function readDataUrl(dataUrl: string, maxBytes: number): Buffer {
  const header = DATA_URL.exec(dataUrl)?.[0];
  if (header === undefined) throw new ImageRefused('not-an-image');
  const base64 = dataUrl.slice(header.length);
  if (Buffer.byteLength(base64, 'base64') > maxBytes) throw new ImageRefused('too-many-bytes');
  // Buffer.from would skip invalid characters.
  if (base64.length === 0 || base64.length % 4 !== 0 || !BASE64.test(base64)) throw new ImageRefused('not-an-image');
  return Buffer.from(base64, 'base64');
}
