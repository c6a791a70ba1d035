/** Characters outside ASCII, as windows-1252 has them. */
const HIGH = /[\u0080-\uffff]+/g;

/** UTF-16 with a byte order mark; UTF-8; else the encoding of Excel in Chinese or in French. */
export function decodeText(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    const french = new TextDecoder('windows-1252').decode(bytes);
    return isChinese(french) ? new TextDecoder('gb18030').decode(bytes) : french;
  }
}

/** Chinese characters have two bytes outside ASCII, French accents stand between letters. */
function isChinese(text: string): boolean {
  const runs = text.match(HIGH) ?? [];
  const pairs = runs.filter(({ length }) => length % 2 === 0);
  return pairs.length > runs.length / 2;
}
