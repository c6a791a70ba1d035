/** `npm run backup`, `npm run restore` and `npm run doctor`, for the local product and for the one that Docker Compose runs. */
import { createReadStream, existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { withBacking, withStoppedProduct } from '../../local/backing.ts';
import { isRunning } from '../../local/home-lock.ts';
import { ROOT } from '../../local/services.ts';
import { readSettings } from '../../local/settings.ts';
import { StartError } from '../../local/start-error.ts';
import { report } from '../../local/terminal.ts';
import { backUp } from './backup.ts';
import { BACKUP_FOLDER, writeBackupFile } from './backup-file.ts';
import { backUpCompose, doctorCompose, restoreCompose, runningServices } from './compose.ts';
import { readBackupKey } from './config.ts';
import { examineData } from './doctor/examine-data.ts';
import { examineComposeHost, examineLocalHost } from './doctor/examine-host.ts';
import { show } from './doctor/finding.ts';
import { dateOf, summarize } from './report.ts';
import { restore } from './restore.ts';

const USAGE = `Usage : npm run backup [-- <dossier>]           sauvegarde dans le dossier (${BACKUP_FOLDER}/)
        npm run restore -- <fichier> [--oui]    remplace toutes les données par celles de la sauvegarde
        npm run doctor                          dit ce qui ne va pas et comment y remédier

  --local, --compose   de quelle installation il s'agit ; sans cela, de celle qui fonctionne ou a des données`;

const [command, ...args] = process.argv.slice(2);
/** Of `npm start`: Compose has its own, where PORT for example may be a range. */
const localSettings = () => ({ ...readSettings(process.env), log: (line: string) => console.log(line) });
const callersFolder = process.env.INIT_CWD ?? process.cwd();

function readArguments() {
  const flag = { type: 'boolean', default: false } as const;
  const options = { local: flag, compose: flag, oui: flag };
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch {
    throw new StartError(USAGE);
  }
}

/** Which installation is meant when nobody says. @throws StartError when there is none */
function usesCompose({ local, compose }: { local: boolean; compose: boolean }): boolean {
  if (local || compose) return compose;
  const { home } = localSettings();
  if (isRunning(home)) return false;
  if (runningServices().length > 0) return true;
  if (existsSync(home)) return false;
  throw new StartError(`Aucune installation ici : ni conteneurs en marche, ni données dans ${home}.`);
}

async function backup(folder: string, compose: boolean): Promise<void> {
  const key = readBackupKey(process.env);
  const path = await writeBackupFile(folder, async (file) => {
    if (compose) return backUpCompose(file);
    const summary = await withBacking(localSettings(), (data) => backUp(data, key, file));
    console.log(summarize(summary));
    if (!key) console.log("Elle n'est pas chiffrée : donnez une clé dans BACKUP_KEY pour qu'elle le soit.");
  });
  console.log(`Sauvegarde : ${path}`);
}

async function restoreFrom(path: string, compose: boolean, agreed: boolean): Promise<void> {
  if (!existsSync(path)) throw new StartError(`Ce fichier n'existe pas : ${path}`);
  if (compose) {
    if (!agreed) await confirm(`Toutes les données de l'installation vont être remplacées par celles de ${path}.`);
    await restoreCompose(path);
    console.log('Démarrez FasoColis : docker compose up -d');
    return;
  }
  const key = readBackupKey(process.env);
  const settings = localSettings();
  const summary = await withStoppedProduct(settings, (data) =>
    restore(createReadStream(path), data, {
      key,
      confirm: async (manifest) => {
        console.log(`Sauvegarde du ${dateOf(manifest)}.`);
        if (!agreed) await confirm(`Toutes les données de ${settings.home} vont être remplacées par les siennes.`);
      },
    }),
  );
  console.log(`${summarize(summary)}\nTout est restauré et vérifié. Démarrez FasoColis : npm start`);
}

/** Looks at an installation; one line for each thing that was looked at. */
async function doctor(compose: boolean): Promise<void> {
  const backups = resolve(ROOT, BACKUP_FOLDER);
  let sound: boolean;
  if (compose) {
    sound = show(await examineComposeHost(backups));
    sound = doctorCompose() && sound;
  } else {
    const settings = localSettings();
    const mail = settings.smtpUrl && { smtpUrl: settings.smtpUrl, from: process.env.MAIL_FROM ?? '' };
    sound = show(await examineLocalHost(settings, backups));
    sound = show(await withBacking(settings, (data) => examineData(data, mail || undefined))) && sound;
  }
  console.log(sound ? '\nRien ne manque.' : '\nCe qui est marqué ✗ empêche FasoColis de bien fonctionner.');
  if (!sound) process.exitCode = 1;
}

/** @throws StartError unless the person says yes */
async function confirm(warning: string): Promise<void> {
  if (!process.stdin.isTTY) throw new StartError(`${warning} Confirmez avec --oui.`);
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question(`${warning}\nTapez oui pour continuer : `);
  terminal.close();
  if (answer.trim().toLowerCase() !== 'oui') throw new StartError("Rien n'a été changé.");
}

try {
  const { values, positionals } = readArguments();
  const [path, ...more] = positionals;
  if (more.length > 0) throw new StartError(USAGE);
  if (command === 'backup') {
    await backup(path ? resolve(callersFolder, path) : resolve(ROOT, BACKUP_FOLDER), usesCompose(values));
  } else if (command === 'doctor') {
    await doctor(usesCompose(values));
  } else {
    if (!path) throw new StartError(USAGE);
    await restoreFrom(resolve(callersFolder, path), usesCompose(values), values.oui);
  }
} catch (error) {
  report(error);
}
process.exit();
