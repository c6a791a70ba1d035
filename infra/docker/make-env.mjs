#!/usr/bin/env node
// `npm run env`: writes the settings of Docker Compose to .env and a file for each secret to secrets/. Existing values
// are kept, so it can run again after an upgrade to add new ones; secrets of an older .env move to their files. Plain
// JavaScript without packages: nothing needs to be installed before it.
//
// `node infra/docker/make-env.mjs FOLDER` writes both below another folder.
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createKey, keySetOf, publicKeyOf } from './identity-keys.mjs';

const ROOT = join(import.meta.dirname, '../..');
const SERVICES = readdirSync(join(ROOT, 'services'));
const REDIS_USERS = [...readFileSync(join(ROOT, 'infra/redis/users.acl'), 'utf8').matchAll(/^[\w-]+/gm)].flat();
const GENERATED = [
  'internal_signing_key',
  // A private key of P-256 is any number of 256 bits, with odds of one in four billion against it.
  'vapid_private_key',
  'admin_password',
  'postgres_password',
  ...SERVICES.map((service) => `${service}_db_password`),
  'redis_password',
  ...REDIS_USERS.map((user) => `${user}_redis_password`),
];
/** Private keys of the processes that sign identities, and the public ones of all. */
const ISSUERS = ['gateway', ...SERVICES];
const keyFileOf = (issuer) => `${issuer}_identity_key`;
const PUBLIC_KEYS = 'identity_public_keys';
/** Created for fresh installations. In older ones the file is empty: backups are not encrypted. */
const BACKUP_KEY = 'backup_key';
/** Provided by the operator; empty until then, because Compose requires the files. */
const PROVIDED = [
  'certificate_authority',
  'smtp_password',
  'google_client_secret',
  'apple_private_key',
  'facebook_client_secret',
  'whatsapp_token',
  'whatsapp_app_secret',
  'whatsapp_verify_token',
  'backup_place_key',
];
const ALL = [...GENERATED, BACKUP_KEY, ...PROVIDED];

const least = JSON.parse(readFileSync(join(import.meta.dirname, 'least-versions.json'), 'utf8'));
/** Compose files of this project fail on older engines with messages that do not name the reason. */
for (const [name, wanted, ...command] of [
  ['Docker Engine', least.docker, 'version', '--format', '{{.Server.Version}}'],
  ['Docker Compose', least.compose, 'compose', 'version', '--short'],
]) {
  const { status, stdout } = spawnSync('docker', command, { encoding: 'utf8' });
  const found = status === 0 ? stdout.trim() : '';
  const [have, want] = [found, wanted].map((version) => (version.match(/\d+/g) ?? []).map(Number));
  const differing = want.findIndex((number, index) => have[index] !== number);
  if (differing === -1 || (have[differing] ?? 0) > want[differing]) continue;
  const state = found ? `${found} est trop ancien` : 'absent ou arrêté';
  console.warn(`${name} : ${state}. « docker compose up » demande la version ${wanted} ou plus récente.`);
}

const folder = resolve(process.argv[2] ?? ROOT);
const environment = join(folder, '.env');
const secrets = join(folder, 'secrets');

/** Atomic: an interrupted write must not damage a file with the only copy of a secret. */
function write(path, text, mode) {
  writeFileSync(`${path}.new`, text, { mode });
  chmodSync(`${path}.new`, mode);
  renameSync(`${path}.new`, path);
}

const unquoted = (text) => text.replace(/^(["'])(.*)\1$/, '$2');

function splitAddress(line) {
  const [, start, password, rest] = /^(SMTP_URL=.*?:\/\/[^:@/]*):([^@/]*)(@.*)$/.exec(line) ?? [];
  return start ? { line: start + rest, password: decodeURIComponent(password) } : { line };
}

mkdirSync(secrets, { recursive: true, mode: 0o700 });
chmodSync(secrets, 0o700);

const before = existsSync(environment) ? readFileSync(environment, 'utf8').split('\n') : [];
const moved = {};
const kept = before.flatMap((old) => {
  const [, name, value] = /^(\w+)=(.*)$/.exec(old) ?? [];
  const secret = name?.toLowerCase();
  if (secret && ALL.includes(secret)) {
    if (value) moved[secret] = unquoted(value).replaceAll('\\n', '\n');
    return [];
  }
  const { line, password } = splitAddress(old);
  if (password) moved.smtp_password = password;
  return [line];
});

// Readable by the users of the containers; the folder's mode excludes others on this machine.
const added = [];
for (const name of ALL) {
  const path = join(secrets, name);
  const exists = existsSync(path);
  const current = exists ? readFileSync(path, 'utf8').trim() : '';
  const isGenerated = GENERATED.includes(name) || (name === BACKUP_KEY && !exists);
  const value = current || moved[name] || (isGenerated ? randomBytes(32).toString('base64url') : '');
  if (exists && value === current) continue;
  write(path, value && `${value}\n`, 0o644);
  if (value) added.push(name);
}

const privateKeys = ISSUERS.map((issuer) => {
  const path = join(secrets, keyFileOf(issuer));
  if (!existsSync(path)) {
    write(path, `${createKey(issuer)}\n`, 0o644);
    added.push(keyFileOf(issuer));
  }
  return readFileSync(path, 'utf8');
});
const publicKeysFile = join(secrets, PUBLIC_KEYS);
const knownKeys = existsSync(publicKeysFile) ? JSON.parse(readFileSync(publicKeysFile, 'utf8')).keys : [];
const keySet = keySetOf([...knownKeys, ...privateKeys.map(publicKeyOf)]);
if (keySet !== keySetOf(knownKeys)) {
  write(publicKeysFile, `${keySet}\n`, 0o644);
  added.push(PUBLIC_KEYS);
}

const wanted = readFileSync(join(ROOT, '.env.example'), 'utf8').matchAll(/^(\w+)=(.*)$/gm);
const missing = [...wanted].filter(([, name]) => !kept.some((line) => new RegExp(`^${name}=.+`).test(line)));
const lines = [
  ...kept
    .join('\n')
    .trimEnd()
    .split('\n')
    .filter((line, index) => line || index > 0),
  ...missing.map(([line]) => line),
];
const text = `${lines.join('\n')}\n`;
if (text !== before.join('\n')) write(environment, text, 0o600);

if (added.length > 0 || missing.length > 0) {
  console.log(
    `${missing.length} réglage(s) ajouté(s) à .env, ${added.length} secret(s) à secrets/. ` +
      "Le mot de passe de l'administrateur est dans secrets/admin_password.",
  );
} else {
  console.log('.env et secrets/ sont complets.');
}
if (added.includes(BACKUP_KEY)) {
  console.log(
    'Les sauvegardes seront chiffrées avec secrets/backup_key : gardez-en une copie ailleurs que sur cette machine. ' +
      'Sans cette clé, aucune sauvegarde ne peut être restaurée.',
  );
}
