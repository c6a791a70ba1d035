import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const randomSecret = () => randomBytes(32).toString('base64url');

export function openSecrets(home: string): (name: string, create?: () => string) => string {
  const file = join(home, 'secrets.json');
  return (name, create = randomSecret) => {
    // Read each time: several parts of a start use the same home.
    const secrets: Record<string, string> = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
    const known = secrets[name];
    if (known) return known;
    const made = create();
    writeFileSync(file, `${JSON.stringify({ ...secrets, [name]: made }, null, 2)}\n`, { mode: 0o600 });
    return made;
  };
}
