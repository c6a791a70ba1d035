/** `npm run backup`, `deletions`, `restore`, `bundle`, `unbundle` and `doctor`, for an installation of Docker Compose. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { addToDeletions, BACKUP_FOLDER, deletionsIn, writeBackupFile, writeWhole } from './backup-file.ts';
import {
  backUpFiles,
  doctorCompose,
  isInstalled,
  ROOT,
  readCompose,
  restoreCompose,
  restoreFromArchive,
  runningServices,
} from './compose.ts';
import { examineComposeHost } from './doctor/examine-host.ts';
import { show } from './doctor/finding.ts';
import { OperatorError } from './operator-error.ts';
import { ownMigrations } from './restore.ts';
import { BACKUP_KEY_LENGTH } from './sealing.ts';
import { createBundle, unpackBundle } from './settings-bundle.ts';
import { keepTombstones, splitTombstones } from './tombstones.ts';
import { upgradePostgres } from './upgrade-postgres.ts';

const USAGE = `Usage : npm run backup [-- <dossier>]           sauvegarde dans le dossier (${BACKUP_FOLDER}/)
        npm run deletions [-- <dossier>]        met à jour la liste des comptes supprimés, à côté des sauvegardes
        npm run restore -- <fichier> [--oui]    remplace toutes les données par celles de la sauvegarde
        npm run restore -- --to '2026-11-27 14:32' [--oui]
                                                par celles de cette minute (UTC), ou les dernières archivées (latest)
        npm run upgrade-postgres -- <image> [--oui]
                                                passe à cette version de PostgreSQL, comme postgres:18-trixie
        npm run bundle [-- <fichier>]           écrit les réglages et secrets dans un fichier chiffré
        npm run unbundle -- <fichier> [--oui]   les remet en place, sur cette machine ou une autre
        npm run doctor                          dit ce qui ne va pas et comment y remédier`;

const NOT_INSTALLED = `Il n'y a pas ici d'installation Docker Compose prête (npm run env). C'est elle, ou une pile Docker Swarm, que
l'on sauvegarde et restaure : docs/operating.md, « Back up and restore ». Les données de npm start servent à essayer.`;

const [command, ...args] = process.argv.slice(2);
const callersFolder = process.env.INIT_CWD ?? process.cwd();

function readArguments() {
  try {
    const options = { oui: { type: 'boolean', default: false }, to: { type: 'string' } } as const;
    return parseArgs({ args, options, allowPositionals: true });
  } catch {
    throw new OperatorError(USAGE);
  }
}

async function backup(folder: string): Promise<void> {
  if (!isInstalled()) throw new OperatorError(NOT_INSTALLED);
  const path = await writeBackupFile(folder, (file) => readCompose(['backup'], file));
  await backUpFiles();
  await addToDeletions(folder, (file) => readCompose(['deletions', '--sauvegarde'], file));
  console.log(`Sauvegarde : ${path}`);
}

async function deletions(folder: string): Promise<void> {
  if (!isInstalled()) throw new OperatorError(NOT_INSTALLED);
  await addToDeletions(folder, (file) => readCompose(['deletions'], file));
}

async function restore(path: string, agreed: boolean): Promise<void> {
  if (!existsSync(path)) throw new OperatorError(`Ce fichier n'existe pas : ${path}`);
  if (!isInstalled()) throw new OperatorError(NOT_INSTALLED);
  if (!agreed) await confirm(`Toutes les données de l'installation vont être remplacées par celles de ${path}.`);
  await restoreCompose(path, deletionLists(dirname(path)));
  console.log(START);
}

/** The data of a moment, from the archive. */
async function restoreTo(moment: string, agreed: boolean): Promise<void> {
  const target = targetOf(moment);
  if (!isInstalled()) throw new OperatorError(NOT_INSTALLED);
  if (!agreed)
    await confirm(`Toutes les données de l'installation vont être remplacées par celles de ${moment} (UTC).`);
  const began = Date.now();
  if (runningServices().includes('postgres')) {
    await addToDeletions(resolve(ROOT, BACKUP_FOLDER), (file) => readCompose(['deletions'], file)).catch(() => {
      console.log('Les comptes supprimés que seules ces données connaissent ne se lisent pas.');
    });
  }
  const lists = deletionLists().map((path) => readFileSync(path));
  const { tombstones } = await splitTombstones(Readable.from(lists));
  await restoreFromArchive(target, keepTombstones(tombstones, await ownMigrations('auth')));
  console.log(`Comptes à supprimer de nouveau s'ils sont dans ces données : ${tombstones.length}.`);
  console.log(`Tout est restauré, en ${Math.round((Date.now() - began) / 1000)} s. ${START}`);
}

/** In PostgreSQL's notation. */
function targetOf(moment: string): string {
  if (moment === 'latest') return moment;
  const [, date, time, seconds = ':00'] = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d)(:\d\d)?$/.exec(moment) ?? [];
  const at = Date.parse(`${date}T${time}${seconds}Z`);
  if (!(at <= Date.now())) throw new OperatorError(`« ${moment} » n'est pas une minute passée, en UTC.\n\n${USAGE}`);
  return `${date} ${time}${seconds}+00`;
}

function deletionLists(...folders: string[]): string[] {
  const lists = deletionsIn(...folders, resolve(ROOT, BACKUP_FOLDER));
  if (lists.length === 0) {
    console.log(
      "Sans liste des comptes supprimés à côté des sauvegardes : ceux que l'installation ne connaît pas reviendront.",
    );
  }
  return lists;
}

async function bundle(path: string): Promise<void> {
  const key = await readKey('Phrase pour chiffrer (16 caractères ou plus) : ');
  if (key.length < BACKUP_KEY_LENGTH) throw new OperatorError('Cette phrase est trop courte.');
  const content = await createBundle(ROOT, key);
  await writeWhole(path, (file) => pipeline([content], file));
  console.log(
    `Réglages et secrets : ${path}\nGardez ce fichier et la phrase ailleurs que sur cette machine, séparément.`,
  );
}

async function unbundle(path: string, replaces: boolean): Promise<void> {
  if (!existsSync(path)) throw new OperatorError(`Ce fichier n'existe pas : ${path}`);
  const key = await readKey('Phrase de ce fichier : ');
  const written = await unpackBundle(readFileSync(path), { folder: ROOT, key, replaces });
  console.log(written.length > 0 ? `Remis en place : ${written.join(', ')}.` : 'Tout était déjà en place.');
}

/** From BUNDLE_KEY or the terminal, where it is not shown. */
async function readKey(prompt: string): Promise<string> {
  const { BUNDLE_KEY } = process.env;
  if (BUNDLE_KEY) return BUNDLE_KEY;
  if (!process.stdin.isTTY) throw new OperatorError('Donnez la phrase dans BUNDLE_KEY.');
  process.stdout.write(prompt);
  const silence = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: silence, terminal: true });
  const key = await terminal.question('');
  terminal.close();
  process.stdout.write('\n');
  return key.trim();
}

async function doctor(): Promise<void> {
  let sound = show(await examineComposeHost(resolve(ROOT, BACKUP_FOLDER)));
  sound = doctorCompose() && sound;
  console.log(sound ? '\nRien ne manque.' : '\nCe qui est marqué ✗ empêche FasoColis de bien fonctionner.');
  if (!sound) process.exitCode = 1;
}

async function confirm(warning: string): Promise<void> {
  if (!process.stdin.isTTY) throw new OperatorError(`${warning} Confirmez avec --oui.`);
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const typed = await terminal.question(`${warning}\nTapez oui pour continuer : `);
  terminal.close();
  if (typed.trim().toLowerCase() !== 'oui') throw new OperatorError("Rien n'a été changé.");
}

const START = 'Démarrez FasoColis : docker compose up -d';

const today = () => new Date().toISOString().slice(0, 10);

try {
  const { values, positionals } = readArguments();
  const [path, ...more] = positionals;
  if (more.length > 0) throw new OperatorError(USAGE);
  const folder = path ? resolve(callersFolder, path) : resolve(ROOT, BACKUP_FOLDER);
  if (command === 'backup') {
    await backup(folder);
  } else if (command === 'deletions') {
    await deletions(folder);
  } else if (command === 'bundle') {
    await bundle(path ? resolve(callersFolder, path) : resolve(callersFolder, `fasocolis-reglages-${today()}.age`));
  } else if (command === 'unbundle') {
    if (!path) throw new OperatorError(USAGE);
    await unbundle(resolve(callersFolder, path), values.oui);
  } else if (command === 'upgrade-postgres') {
    if (!path) throw new OperatorError(USAGE);
    if (!isInstalled()) throw new OperatorError(NOT_INSTALLED);
    if (!values.oui) await confirm(`FasoColis s'arrête le temps de mettre ses données dans ${path}.`);
    await upgradePostgres(path);
  } else if (command === 'doctor') {
    await doctor();
  } else if (values.to !== undefined) {
    if (path) throw new OperatorError(USAGE);
    await restoreTo(values.to, values.oui);
  } else {
    if (!path) throw new OperatorError(USAGE);
    await restore(resolve(callersFolder, path), values.oui);
  }
} catch (error) {
  console.error(error instanceof OperatorError ? `\n${error.message}` : error);
  process.exitCode = 1;
}
process.exit();
