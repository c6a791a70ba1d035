#!/usr/bin/env node
// `npm run rotate-key`: replaces the internal signing key while the product runs. The file holds one key a line: the
// first one signs, all verify. The new key is added, then moved to the front, with a rolling update after each step, so
// that every running process accepts what any other one signs. The former key stays accepted until the next rotation.
// Safe to run again after an interruption. Plain JavaScript without packages.
//
// `npm run rotate-key -- --update <command>` runs another command than the update of Docker Compose, e.g. the deployment
// of a Swarm stack.
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const ROOT = join(import.meta.dirname, '../..');
const { values } = parseArgs({ options: { update: { type: 'string', default: 'npm run update -- --no-build' } } });
const file = join(process.env.SECRETS_FOLDER ?? join(ROOT, 'secrets'), 'internal_signing_key');

/** @param {string[]} keys */
function use(...keys) {
  writeFileSync(`${file}.new`, `${keys.join('\n')}\n`);
  chmodSync(`${file}.new`, 0o644);
  renameSync(`${file}.new`, file);
  const { status } = spawnSync(values.update, { cwd: ROOT, shell: true, stdio: 'inherit' });
  if (status === 0) return;
  console.error('La clé n’est pas encore changée : corrigez ce qui a échoué, puis relancez « npm run rotate-key ».');
  process.exit(1);
}

const [current = ''] = readFileSync(file, 'utf8').trim().split('\n');
const next = randomBytes(32).toString('base64url');
console.log('Étape 1 sur 2 : la nouvelle clé est acceptée.');
use(current, next);
console.log("Étape 2 sur 2 : la nouvelle clé signe ; l'ancienne reste acceptée jusqu'au prochain changement.");
use(next, current);
