#!/usr/bin/env node
// `npm run env`: writes .env for Docker Compose, with fresh secrets. Values that are there already stay as they are,
// so it can be run again after an upgrade to add what is new. Plain JavaScript without packages: nothing needs to be
// installed before it.
import { randomBytes } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const file = join(root, '.env');
const secret = () => randomBytes(32).toString('base64url');

const existing = existsSync(file) ? readFileSync(file, 'utf8') : '';
const has = (name) => new RegExp(`^${name}=.+`, 'm').test(existing);

const wanted = readFileSync(join(root, '.env.example'), 'utf8').matchAll(/^(\w+)=(.*)$/gm);
const missing = [...wanted].filter(([, name]) => !has(name));
const lines = missing.map(([, name, value]) => `${name}=${value === 'generated' ? secret() : value}`);

if (lines.length > 0) {
  appendFileSync(file, `${existing && !existing.endsWith('\n') ? '\n' : ''}${lines.join('\n')}\n`, { mode: 0o600 });
  console.log(
    `.env : ${lines.length} valeur(s) ajoutée(s). Le mot de passe de l'administrateur y est : ADMIN_PASSWORD.`,
  );
} else {
  console.log('.env est complet.');
}
