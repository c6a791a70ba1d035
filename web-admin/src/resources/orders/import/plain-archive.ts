import { unzipSync, zipSync } from 'fflate';
import { FileRefused } from './file-refused.ts';

const TOO_LARGE = 'Ce classeur est trop volumineux. Ne gardez que les colonnes utiles, puis réessayez.';

/**
 * The XML files of a zip archive as an archive without compression. The workbook reader would unpack large ones with code
 * that our security policy does not let run, and whatever size a broken archive grows to; here a file gets no more room
 * than the archive says it needs.
 *
 * @throws FileRefused when its files are together larger than `maxBytes`, any other error when it is broken or encrypted
 */
export function plainArchive(archive: ArrayBuffer, maxBytes: number): ArrayBuffer {
  let room = maxBytes;
  const files = unzipSync(new Uint8Array(archive), {
    filter({ name, originalSize }) {
      if (!/\.(xml|rels)$/.test(name)) return false;
      room -= originalSize;
      if (room < 0) throw new FileRefused(TOO_LARGE);
      return true;
    },
  });
  return new Uint8Array(zipSync(files, { level: 0 })).buffer;
}
