/** `npm run disable-two-factor -- <username or email>`: runs the command of auth on what `npm start` has started. */
import { spawnSync } from 'node:child_process';
import { portIn } from './home-lock.ts';
import { ROOT } from './root.ts';
import { openSecrets } from './secrets.ts';
import { readSettings } from './settings.ts';
import { StartError } from './start-error.ts';
import { report } from './terminal.ts';

try {
  const { home } = readSettings(process.env);
  const port = portIn(home, 'auth');
  if (port === undefined) {
    throw new StartError(
      'FasoColis ne fonctionne pas ici : lancez npm start. Avec Docker Compose, la commande est dans docs/operating.md.',
    );
  }
  const command = [`${ROOT}/services/auth/src/two-factor/disable.ts`, ...process.argv.slice(2)];
  const env = { ...process.env, PORT: String(port), IDENTITY_KEY: openSecrets(home)('identity-auth') };
  process.exitCode = spawnSync(process.execPath, command, { env, stdio: 'inherit' }).status ?? 1;
} catch (error) {
  report(error);
}
