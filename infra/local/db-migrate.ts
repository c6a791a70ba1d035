/** `npm run db:migrate`: brings the databases of the home (or those of DATABASE_URL) up to date. */
import { readSettings } from './settings.ts';
import { migrateStack } from './stack.ts';
import { endRequested, report } from './terminal.ts';

try {
  const log = (line: string) => console.log(line);
  await migrateStack({ ...readSettings(process.env), signal: endRequested(), log });
  console.log('Les bases de données sont à jour.');
} catch (error) {
  report(error);
}
process.exit();
