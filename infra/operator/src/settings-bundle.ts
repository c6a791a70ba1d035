import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { InstantSchema } from '@fasocolis/contracts/common';
import { Decrypter, Encrypter } from 'age-encryption';
import * as z from 'zod/mini';
import { OperatorError } from './operator-error.ts';
import { SCRYPT_WORK } from './sealing.ts';

const SETTINGS = ['.env', 'docker-compose.override.yml'];
const SECRETS = 'secrets';

const BundleSchema = z.object({
  format: z.literal(1),
  createdAt: InstantSchema,
  files: z.record(z.string().check(z.regex(/^(\.env|docker-compose\.override\.yml|secrets\/[\w-]+)$/)), z.string()),
});

/** Returns the settings and secrets of an installation in one file, encrypted with age: its own program can read it too. */
export async function createBundle(folder: string, key: string): Promise<Uint8Array> {
  const secrets = join(folder, SECRETS);
  if (!existsSync(join(folder, '.env')) || !existsSync(secrets)) {
    throw new OperatorError(`Il n'y a ni réglages ni secrets dans ${folder} : npm run env.`);
  }
  const paths = [
    ...SETTINGS.filter((path) => existsSync(join(folder, path))),
    ...readdirSync(secrets)
      .filter((name) => /^[\w-]+$/.test(name))
      .map((name) => `${SECRETS}/${name}`),
  ];
  const files = Object.fromEntries(paths.map((path) => [path, readFileSync(join(folder, path), 'utf8')]));
  const bundle: z.infer<typeof BundleSchema> = { format: 1, createdAt: new Date().toISOString(), files };
  const encrypter = new Encrypter();
  encrypter.setScryptWorkFactor(SCRYPT_WORK);
  encrypter.setPassphrase(key);
  return encrypter.encrypt(JSON.stringify(bundle));
}

/**
 * Writes the settings and secrets of a bundle. Files that are there and differ are only replaced when `replaces` is set.
 * @returns the paths that were written
 */
export async function unpackBundle(
  bundle: Uint8Array,
  { folder, key, replaces }: { folder: string; key: string; replaces: boolean },
): Promise<string[]> {
  const { files } = await open(bundle, key);
  const changed = Object.entries(files).filter(([path, text]) => textOf(join(folder, path)) !== text);
  const kept = changed.filter(([path]) => textOf(join(folder, path))?.trim()).map(([path]) => path);
  if (kept.length > 0 && !replaces) {
    throw new OperatorError(`Ces fichiers existent et diffèrent : ${kept.join(', ')}. Remplacez-les avec --oui.`);
  }
  mkdirSync(join(folder, SECRETS), { recursive: true, mode: 0o700 });
  chmodSync(join(folder, SECRETS), 0o700);
  for (const [path, text] of changed) {
    const target = join(folder, path);
    // Secrets are readable by the users of the containers; the folder's mode excludes others on this machine.
    const mode = dirname(path) === SECRETS ? 0o644 : 0o600;
    writeFileSync(`${target}.new`, text, { mode });
    chmodSync(`${target}.new`, mode);
    renameSync(`${target}.new`, target);
  }
  return changed.map(([path]) => path);
}

const textOf = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : undefined);

async function open(bundle: Uint8Array, key: string): Promise<z.infer<typeof BundleSchema>> {
  const decrypter = new Decrypter();
  decrypter.addPassphrase(key);
  try {
    return z.parse(BundleSchema, JSON.parse(await decrypter.decrypt(bundle, 'text')));
  } catch (cause) {
    throw new OperatorError("Ce n'est pas la phrase de ce fichier, ou le fichier est abîmé : rien n'a été écrit.", {
      cause,
    });
  }
}
