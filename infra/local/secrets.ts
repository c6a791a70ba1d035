import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Gives the secret of a name: made once, at the first call, then kept in the home's secrets.json (mode 0600). */
export function openSecrets(home: string): (name: string) => string {
  const file = join(home, 'secrets.json');
  return (name) => {
    // Read anew each time: several parts of a start hold the same home open.
    const secrets: Record<string, string> = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
    const known = secrets[name];
    if (known) return known;
    const made = randomBytes(32).toString('base64url');
    writeFileSync(file, `${JSON.stringify({ ...secrets, [name]: made }, null, 2)}\n`, { mode: 0o600 });
    return made;
  };
}
