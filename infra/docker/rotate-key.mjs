#!/usr/bin/env node
// `npm run rotate-key`: replaces the identity keys and the internal signing key while the product runs. The new keys are
// accepted first, then used, with a rolling update after each step, so that every running process accepts what any other
// one signs. The former keys stay accepted until the next rotation. The file of the internal signing key holds one key a
// line: the first one signs, all verify. Safe to run again after an interruption. Plain JavaScript without packages.
//
// `npm run rotate-key -- --update <command>` runs another command than the update of Docker Compose, e.g. the deployment
// of a Swarm stack.
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createKey, keySetOf, publicKeyOf } from './identity-keys.mjs';

const ROOT = join(import.meta.dirname, '../..');
const { values } = parseArgs({ options: { update: { type: 'string', default: 'npm run update -- --no-build' } } });
const folder = process.env.SECRETS_FOLDER ?? join(ROOT, 'secrets');
const KEY_FILE = /^(\w+)_identity_key$/;
const issuers = readdirSync(folder).flatMap((file) => KEY_FILE.exec(file)?.[1] ?? []);

/** @param {string} name */
const read = (name) => readFileSync(join(folder, name), 'utf8').trim();

/** @param {string} name @param {string} text */
function write(name, text) {
  const file = join(folder, name);
  writeFileSync(`${file}.new`, `${text}\n`);
  chmodSync(`${file}.new`, 0o644);
  renameSync(`${file}.new`, file);
}

function update() {
  const { status } = spawnSync(values.update, { cwd: ROOT, shell: true, stdio: 'inherit' });
  if (status === 0) return;
  console.error(
    'Les clés ne sont pas encore changées : corrigez ce qui a échoué, puis relancez « npm run rotate-key ».',
  );
  process.exit(1);
}

const [signingKey = ''] = read('internal_signing_key').split('\n');
const nextSigningKey = randomBytes(32).toString('base64url');
const current = issuers.map((issuer) => publicKeyOf(read(`${issuer}_identity_key`)));
const next = issuers.map((issuer) => ({ issuer, key: createKey(issuer) }));
const nextPublic = next.map(({ key }) => publicKeyOf(key));

console.log('Étape 1 sur 2 : les nouvelles clés sont acceptées.');
write('internal_signing_key', `${signingKey}\n${nextSigningKey}`);
// With the known ones: after an interruption, running processes may sign with a key whose file was replaced.
write('identity_public_keys', keySetOf([...JSON.parse(read('identity_public_keys')).keys, ...nextPublic]));
update();

console.log(
  'Étape 2 sur 2 : les nouvelles clés signent ; les anciennes restent acceptées jusqu’au prochain changement.',
);
for (const { issuer, key } of next) write(`${issuer}_identity_key`, key);
write('internal_signing_key', `${nextSigningKey}\n${signingKey}`);
write('identity_public_keys', keySetOf([...nextPublic, ...current]));
update();
