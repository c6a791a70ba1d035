/** A file that cannot be read, with a sentence for the administrator. */
export class FileRefused extends Error {
  override readonly name = 'FileRefused';
}
