import { FileRefused } from './file-refused.ts';

const TOO_LARGE = 'Ce classeur est trop volumineux. Ne gardez que les colonnes utiles, puis réessayez.';

const END_OF_DIRECTORY = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;
const LOCAL_ENTRY = 0x04034b50;
const END_LENGTH = 22;
const LONGEST_COMMENT = 65_535;
const [STORED, DEFLATED] = [0, 8];

interface Entry {
  name: Uint8Array<ArrayBuffer>;
  content: Uint8Array<ArrayBuffer>;
}

/**
 * The XML files of a zip archive as an archive without compression. The workbook reader would unpack large ones with code
 * that our security policy does not let run, and whatever size a broken archive grows to.
 *
 * @throws FileRefused when its files are together larger than `maxBytes`, any other error when it is broken or encrypted
 */
export async function plainArchive(archive: ArrayBuffer, maxBytes: number): Promise<ArrayBuffer> {
  const entries: Entry[] = [];
  let room = maxBytes;
  for (const { name, method, data } of listEntries(archive)) {
    if (!/\.(xml|rels)$/.test(new TextDecoder().decode(name))) continue;
    const content = method === DEFLATED ? await inflate(data, room) : data.slice();
    room -= content.length;
    if (room < 0) throw new FileRefused(TOO_LARGE);
    entries.push({ name, content });
  }
  return writeArchive(entries);
}

function listEntries(archive: ArrayBuffer) {
  const view = new DataView(archive);
  const first = Math.max(0, archive.byteLength - END_LENGTH - LONGEST_COMMENT);
  let end = archive.byteLength - END_LENGTH;
  while (end >= first && view.getUint32(end, true) !== END_OF_DIRECTORY) end -= 1;
  if (end < first) throw new Error('The archive has no directory');

  let at = view.getUint32(end + 16, true);
  return Array.from({ length: view.getUint16(end + 10, true) }, () => {
    if (view.getUint32(at, true) !== DIRECTORY_ENTRY) throw new Error('The directory of the archive is broken');
    const isEncrypted = (view.getUint16(at + 8, true) & 1) === 1;
    const method = view.getUint16(at + 10, true);
    if (isEncrypted || (method !== STORED && method !== DEFLATED)) throw new Error('The archive cannot be unpacked');
    const nameLength = view.getUint16(at + 28, true);
    const name = new Uint8Array(archive, at + 46, nameLength);
    const local = view.getUint32(at + 42, true);
    const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    const data = new Uint8Array(archive, start, view.getUint32(at + 20, true));
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    return { name, method, data };
  });
}

/** Stops as soon as it is too much, whatever the archive says about itself. */
async function inflate(data: Uint8Array<ArrayBuffer>, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  const inflated = new Blob([data]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  const reader = inflated.getReader();
  for (let { done, value } = await reader.read(); !done && value; { done, value } = await reader.read()) {
    length += value.length;
    if (length > maxBytes) {
      await reader.cancel();
      throw new FileRefused(TOO_LARGE);
    }
    chunks.push(value);
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}

async function writeArchive(entries: readonly Entry[]): Promise<ArrayBuffer> {
  const files: BlobPart[] = [];
  const directory: BlobPart[] = [];
  let offset = 0;
  let directoryLength = 0;
  for (const { name, content } of entries) {
    const local = header(30, LOCAL_ENTRY);
    const listed = header(46, DIRECTORY_ENTRY);
    for (const [view, sizes, names] of [[local, 18, 26] as const, [listed, 20, 28] as const]) {
      view.setUint32(sizes, content.length, true);
      view.setUint32(sizes + 4, content.length, true);
      view.setUint16(names, name.length, true);
    }
    listed.setUint32(42, offset, true);
    files.push(local, name, content);
    directory.push(listed, name);
    offset += 30 + name.length + content.length;
    directoryLength += 46 + name.length;
  }
  const end = header(END_LENGTH, END_OF_DIRECTORY);
  end.setUint16(8, entries.length, true);
  end.setUint16(10, entries.length, true);
  end.setUint32(12, directoryLength, true);
  end.setUint32(16, offset, true);
  return new Blob([...files, ...directory, end]).arrayBuffer();
}

function header(length: number, signature: number): DataView<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(length));
  view.setUint32(0, signature, true);
  return view;
}
