import { unzipSync } from 'fflate';
import { Parser } from 'htmlparser2';
import { FileRefused } from './table.ts';

const TOO_LARGE = 'Ce classeur est trop volumineux. Ne gardez que les colonnes utiles, puis réessayez.';

/**
 * The XML files of a zip archive by their paths; pictures stay packed. A file gets no more memory than the archive declares.
 * @throws FileRefused when the files are together larger than `maxBytes`, any other error when the archive is broken or
 * encrypted
 */
export function xmlFiles(archive: ArrayBuffer, maxBytes: number): Map<string, Uint8Array> {
  let room = maxBytes;
  const files = unzipSync(new Uint8Array(archive), {
    filter({ name, originalSize }) {
      if (!/\.(xml|rels)$/.test(name)) return false;
      room -= originalSize;
      if (room < 0) throw new FileRefused(TOO_LARGE);
      return true;
    },
  });
  // Some programs write the paths of Windows.
  return new Map(Object.entries(files).map(([name, bytes]) => [name.replace(/\\/g, '/'), bytes]));
}

type Attributes = Record<string, string | undefined>;

interface XmlHandler {
  open?: (name: string, attributes: Attributes) => void;
  text?: (text: string) => void;
  close?: (name: string) => void;
}

const UTF_16_LITTLE = 0xff;
const UTF_16_BIG = 0xfe;

/** Calls a handler for all elements of a file, whose names have no prefix then. */
export function readXml(bytes: Uint8Array, { open, text, close }: XmlHandler): void {
  const encoding = bytes[0] === UTF_16_LITTLE ? 'utf-16le' : bytes[0] === UTF_16_BIG ? 'utf-16be' : 'utf-8';
  const parser = new Parser(
    {
      onopentag: (name, attributes) => open?.(local(name), attributes),
      ontext: (part) => text?.(part),
      onclosetag: (name) => close?.(local(name)),
    },
    { xmlMode: true },
  );
  parser.end(new TextDecoder(encoding).decode(bytes));
}

const local = (name: string) => name.slice(name.indexOf(':') + 1);

/** An attribute of yes or no. */
export const isTrue = (value: string | undefined) => value === '1' || value === 'true';

/** The value of an attribute, whatever the prefix of its name. */
export const attributeOf = (attributes: Attributes, name: string): string | undefined =>
  attributes[name] ?? Object.entries(attributes).find(([prefixed]) => local(prefixed) === name)?.[1];

/** The paths that a file refers to, by the ids and by the last words of the types of the relationships. */
export function relationshipsOf(files: Map<string, Uint8Array>, path: string) {
  const byId = new Map<string, string>();
  const byType = new Map<string, string>();
  const slash = path.lastIndexOf('/') + 1;
  const relationships = files.get(`${path.slice(0, slash)}_rels/${path.slice(slash)}.rels`);
  const open = (name: string, { Id = '', Type = '', Target = '' }: Attributes) => {
    if (name !== 'Relationship') return;
    const target = decodeURIComponent(new URL(Target.replace(/\\/g, '/'), `file:///${path}`).pathname.slice(1));
    byId.set(Id, target);
    byType.set(Type.slice(Type.lastIndexOf('/') + 1), target);
  };
  if (relationships) readXml(relationships, { open });
  return { byId, byType };
}
