import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createBundle, unpackBundle } from '../src/settings-bundle.ts';

const KEY = 'une phrase que personne ne devine';
/** Each attempt at a passphrase takes long, by design. */
const LONG_TIMEOUT = { timeout: 120_000 };

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'bundle-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** An installation as `npm run env` makes it, with settings of its own. */
function installation(): string {
  const folder = emptyFolder();
  execFileSync(process.execPath, [join(import.meta.dirname, '../../docker/make-env.mjs'), folder]);
  writeFileSync(join(folder, 'docker-compose.override.yml'), 'services: { orders: { scale: 3 } }\n');
  writeFileSync(join(folder, 'secrets/smtp_password'), 'été à Ouaga');
  return folder;
}

const filesOf = (folder: string) => ({
  settings: ['.env', 'docker-compose.override.yml'].map((name) => readFileSync(join(folder, name), 'utf8')),
  secrets: readdirSync(join(folder, 'secrets'))
    .toSorted()
    .map((name) => [name, readFileSync(join(folder, 'secrets', name), 'utf8')]),
});
const refusal = (bundle: Uint8Array, folder: string, key = KEY) =>
  unpackBundle(bundle, { folder, key, replaces: false }).then(
    () => 'accepted',
    (error: Error) => `${error.name}: ${error.message}`,
  );

describe('the bundle of settings and secrets', LONG_TIMEOUT, () => {
  it('is encrypted, and gives another machine the same settings and secrets, closed to others [OPS-008]', async () => {
    const here = installation();
    const bundle = await createBundle(here, KEY);
    const text = Buffer.from(bundle).toString('latin1');
    expect(text).toMatch(/^age-encryption\.org\//);
    expect(text).not.toContain('PUBLIC_URL');
    const there = emptyFolder();
    await unpackBundle(bundle, { folder: there, key: KEY, replaces: false });
    expect(filesOf(there)).toEqual(filesOf(here));
    const modes = ['.env', 'secrets', 'secrets/backup_key'].map((path) => statSync(join(there, path)).mode & 0o777);
    expect(modes).toEqual([0o600, 0o700, 0o644]);
  });

  it('is refused with another phrase, or when it was altered, and nothing is written [OPS-008]', async () => {
    const bundle = await createBundle(installation(), KEY);
    const folder = emptyFolder();
    const altered = Buffer.from(bundle);
    altered[altered.length - 20] = (altered[altered.length - 20] ?? 0) ^ 1;
    for (const [content, key] of [
      [bundle, `${KEY}!`],
      [altered, KEY],
      [Buffer.from('no bundle'), KEY],
    ] as const) {
      expect(await refusal(content, folder, key)).toMatch(/^OperatorError: Ce n'est pas la phrase/);
    }
    expect(readdirSync(folder)).toEqual([]);
  });

  it('replaces no other settings without being told to', async () => {
    const bundle = await createBundle(installation(), KEY);
    const folder = installation();
    const before = filesOf(folder);
    expect(await refusal(bundle, folder)).toMatch(/^OperatorError: Ces fichiers existent et diffèrent : .*secrets\//);
    expect(filesOf(folder)).toEqual(before);
    expect(await unpackBundle(bundle, { folder, key: KEY, replaces: true })).toContain('secrets/postgres_password');
    expect(await unpackBundle(bundle, { folder, key: KEY, replaces: false })).toEqual([]);
  });

  it('contains no other files, such as those that are being written', async () => {
    const here = installation();
    writeFileSync(join(here, 'secrets/admin_password.new'), 'half');
    mkdirSync(join(here, 'secrets/old.d'));
    chmodSync(join(here, 'secrets/old.d'), 0o700);
    const there = emptyFolder();
    await unpackBundle(await createBundle(here, KEY), { folder: there, key: KEY, replaces: false });
    expect(existsSync(join(there, 'secrets/admin_password.new'))).toBe(false);
    expect(existsSync(join(there, 'secrets/old.d'))).toBe(false);
  });
});
