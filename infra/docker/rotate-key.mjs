#!/usr/bin/env node
// `npm run rotate-key`: takes the next step of a change of the internal signing key, and says what comes after it. Each
// step is followed by a rolling restart, so that at any moment every process verifies what any other one signs:
//   1. a new key verifies   2. it signs, the old one still verifies   3. the old one is good for links in mails alone
// Plain JavaScript without packages: nothing needs to be installed before it.
import { randomBytes } from 'node:crypto';
import { chmodSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const folder = resolve(process.argv[2] ?? process.env.SECRETS_FOLDER ?? join(import.meta.dirname, '../../secrets'));
const file = join(folder, 'internal_signing_key');

const lines = readFileSync(file, 'utf8').trim().split('\n');
const keyAfter = (word) => lines.find((line) => line.startsWith(`${word} `))?.slice(word.length + 1);
const current = lines.find((line) => !line.includes(' '));
const retired = lines.filter((line) => line.startsWith('retired '));
const [next, previous] = [keyAfter('next'), keyAfter('previous')];

function step() {
  if (next) {
    return {
      keys: [next, `previous ${current}`, ...retired],
      said: "Étape 2 sur 3 : la nouvelle clé signe ; l'ancienne est encore acceptée.",
    };
  }
  if (previous) {
    return {
      keys: [current, ...retired, `retired ${previous}`],
      said: "Étape 3 sur 3 : l'ancienne clé n'est plus acceptée ; elle ne sert plus qu'aux liens des emails déjà envoyés.",
    };
  }
  return {
    keys: [current, `next ${randomBytes(32).toString('base64url')}`, ...retired],
    said: 'Étape 1 sur 3 : la nouvelle clé est acceptée ; elle ne signe pas encore.',
  };
}

const { keys, said } = step();
writeFileSync(`${file}.new`, `${keys.join('\n')}\n`, { mode: 0o644 });
chmodSync(`${file}.new`, 0o644);
renameSync(`${file}.new`, file);
console.log(said);
console.log(
  previous
    ? 'Lancez « npm run update -- --no-build » : le changement de clé est alors terminé.'
    : 'Lancez « npm run update -- --no-build », puis de nouveau « npm run rotate-key ».',
);
