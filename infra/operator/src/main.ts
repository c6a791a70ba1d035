/**
 * Runs in the container `operator`: `backup` writes to standard output, `restore --oui` reads standard input; messages
 * go to standard error. `deletions` prints the list of deleted accounts, with `--sauvegarde` after a backup whose file is
 * complete; `empty-redis` ends what refers to data that are replaced; `doctor` prints its findings. A refused restore exits with CHANGED_NOTHING, other failures with 1.
 */
import { backUp } from './backup.ts';
import { recordBackup } from './backup-time.ts';
import { readBackupKey, readDataAddresses, readEmailSettings } from './config.ts';
import { asService } from './database.ts';
import { examineData } from './doctor/examine-data.ts';
import { show } from './doctor/finding.ts';
import { dateOf, summarize } from './header.ts';
import { OperatorError } from './operator-error.ts';
import { CHANGED_NOTHING, emptyRedis, restore, UnknownOutcome } from './restore.ts';
import { linesOf, readTombstones } from './tombstones.ts';

const USAGE =
  'Usage : docker compose run --rm -T --no-deps operator backup > fichier\n' +
  '        docker compose run --rm -T operator restore --oui < fichier\n' +
  '        docker compose run --rm -T --no-deps operator deletions [--sauvegarde] > liste\n' +
  '        docker compose run --rm operator doctor';

async function run(command: string | undefined, args: string[]): Promise<void> {
  if (command === 'doctor') {
    const findings = await examineData(readDataAddresses(process.env), readEmailSettings(process.env));
    if (!show(findings)) process.exitCode = 1;
    return;
  }
  if (command === 'deletions') {
    const { databaseUrl } = readDataAddresses(process.env);
    process.stdout.write(linesOf(await asService(databaseUrl, 'auth', readTombstones)));
    if (args.includes('--sauvegarde')) await asService(databaseUrl, 'notify', recordBackup);
    return;
  }
  if (command === 'empty-redis') {
    await emptyRedis(readDataAddresses(process.env).redisUrl);
    return;
  }
  const key = readBackupKey(process.env);
  if (command === 'backup') {
    if (process.stdout.isTTY) throw new OperatorError(USAGE);
    const header = await backUp(readDataAddresses(process.env), key, process.stdout);
    console.error(summarize(header));
    if (!key)
      console.error("Cette sauvegarde n'est pas chiffrée : donnez une clé dans BACKUP_KEY pour qu'elle le soit.");
  } else if (command === 'restore') {
    if (!args.includes('--oui') || process.stdin.isTTY) throw new OperatorError(USAGE);
    const { header, deletedAccounts } = await restore(process.stdin, readDataAddresses(process.env), {
      key,
      confirm: async (found) => console.error(`Restauration de la sauvegarde du ${dateOf(found)}…`),
    });
    const deletions = `Comptes à supprimer de nouveau s'ils sont dans la sauvegarde : ${deletedAccounts}.`;
    console.error(`${summarize(header)}\n${deletions}\nTout est restauré et vérifié.`);
  } else {
    throw new OperatorError(USAGE);
  }
}

const [command, ...args] = process.argv.slice(2);
try {
  await run(command, args);
} catch (error) {
  console.error(error instanceof OperatorError ? error.message : error);
  process.exitCode = command === 'restore' && !(error instanceof UnknownOutcome) ? CHANGED_NOTHING : 1;
}
// A refused file may not have been read to its end: standard input would keep the process alive.
process.exit();
