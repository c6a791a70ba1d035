// Fails when an entry of the lock file has no checksum, or when a signature of an installed package is missing or
// wrong. The signatures are not checked when the registry offers none or does not respond. Plain JavaScript, because it
// also runs before anything is installed.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const TIMEOUT_MS = 180_000;
/** npm error codes of an unreachable or unsupported endpoint, as opposed to a failed check. */
const NOT_ANSWERED =
  /^(?:E\d{3}|E(?:NOTFOUND|AI_AGAIN|CONN\w+|TIMEDOUT|HOSTUNREACH|NETUNREACH)|ERR_SOCKET\w*|FETCH_\w+|TUF_\w+)$/;
const NOTHING_TO_VERIFY = /found no (?:installed )?dependencies to audit/;

/** @param {string} message @returns {never} */
function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

/** @param {string} reason @returns {never} */
function skip(reason) {
  console.log(`Package signatures: not verified (${reason}).`);
  process.exit(0);
}

const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
const fetched = Object.entries(packages).filter(([path, { link }]) => path.includes('node_modules/') && !link);
// The archive of the package that contains a bundled package has the checksum of both.
const unchecked = fetched.filter(([, { integrity, inBundle }]) => !integrity && !inBundle).map(([path]) => path);
if (unchecked.length > 0) fail(`Without integrity in package-lock.json: ${unchecked.join(', ')}`);
console.log(`Package checksums: ${fetched.length} in package-lock.json.`);

if (!existsSync(join(ROOT, 'node_modules'))) skip('nothing is installed');
const timeout = ['--fetch-retries=1', '--fetch-retry-mintimeout=1000', '--fetch-timeout=10000'];
const { stdout, stderr, error } = spawnSync('npm', ['audit', 'signatures', '--json', ...timeout], {
  cwd: ROOT,
  encoding: 'utf8',
  timeout: TIMEOUT_MS,
  maxBuffer: 64 * 1024 * 1024,
});
if (error) skip(error.message);
if (!stdout.trim()) fail(`Package signatures: npm printed no result. ${stderr}`);
const result = JSON.parse(stdout);
if (result.error) {
  const { code = '', summary = '' } = result.error;
  if (NOT_ANSWERED.test(code) || NOTHING_TO_VERIFY.test(summary)) skip(code || summary);
  fail(`Package signatures: ${code} ${summary}`);
}
const { invalid = [], missing = [] } = result;
/** @param {{ name: string, version: string }[]} them */
const list = (them) => them.map(({ name, version }) => `${name}@${version}`).join(', ');
if (invalid.length > 0) fail(`Package signatures that are wrong: ${list(invalid)}`);
if (missing.length > 0) fail(`Package signatures that are missing: ${list(missing)}`);
console.log('Package signatures: verified.');
