import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { ProductsSchema } from '@fasocolis/contracts/catalog';
import type { Consignment } from '@fasocolis/contracts/consignments';
import type { Order } from '@fasocolis/contracts/orders';
import type { Payment } from '@fasocolis/contracts/payments';
import type { User } from '@fasocolis/contracts/user';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Header } from '../../infra/operator/src/header.ts';
import { type Bytes, seal, unseal } from '../../infra/operator/src/sealing.ts';
import { CONTAINERS, docker, type Installation, ROOT, sharedInstallation } from './installation.ts';

const KEY = 'une phrase que personne ne devine';
const CUSTOMER = { username: 'awa.sawadogo', email: 'awa@example.com', password: 'Secret-1234' };

const folder = mkdtempSync(join(tmpdir(), 'fasocolis-backups-'));
const verifiedFolder = mkdtempSync(join(tmpdir(), 'fasocolis-backups-'));
let installation: Installation;
let admin: string;
/** Received before the backup that was made meanwhile began. */
let received: string[] = [];

beforeAll(async () => {
  installation = await sharedInstallation();
  admin = await installation.signInAsAdmin();
});
afterAll(() => {
  for (const each of [folder, verifiedFolder]) rmSync(each, { recursive: true });
});

/** Runs `npm run <command> -- <args>`. */
const operate = (command: 'backup' | 'deletions' | 'restore' | 'doctor', ...args: string[]) =>
  installation.operate(command, args, { BACKUP_KEY: KEY });
const select = (query: string) => installation.select(query);

/** The backup that the first test makes. */
const backup = () => readFileSync(join(folder, readdirSync(folder).find((name) => name.endsWith('.backup')) ?? ''));

/** The backup with another first line, encrypted like the real one. */
async function backupWith(change: (header: Header) => void): Promise<Buffer> {
  const content = await bytesOf(unseal(Readable.from([backup()]), KEY));
  const end = content.indexOf('\n');
  const header: Header = JSON.parse(content.subarray(0, end).toString());
  change(header);
  return bytesOf(seal(Readable.from([Buffer.from(JSON.stringify(header)), content.subarray(end)]), KEY));
}

async function bytesOf(source: Bytes): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of source) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Rows and checksum of every table, as PostgreSQL's own tools see them. */
async function fingerprints(): Promise<Record<string, string>> {
  const postgres = await installation.containerOf('postgres');
  const query = `SELECT format('SELECT %L, count(*), md5(coalesce(string_agg(t::text, '','' ORDER BY t::text), '''')) FROM %s t',
    schemaname || '.' || tablename, schemaname || '.' || tablename) FROM pg_tables WHERE schemaname !~ '^pg_|^information' ORDER BY 1`;
  const psql = 'psql -U postgres -At -d fasocolis';
  const printed = await docker('exec', postgres, 'sh', '-c', `${psql} -c "$1" | ${psql}`, 'sh', query);
  return Object.fromEntries(
    printed.split('\n').map((line) => {
      const [table, rows, sum] = line.split('|');
      return [table, `${rows} ${sum}`];
    }),
  );
}

/** The operator's container with the given standard input. */
function startRestore(environment: Record<string, string> = {}): ChildProcess {
  const env = { ...process.env, ...installation.environment, BACKUP_KEY: KEY, ...environment };
  const key = ['-e', 'BACKUP_KEY', '-e', 'BACKUP_KEY_FILE='];
  const command = ['compose', '--progress', 'quiet', 'run', '--rm', '-T', '--no-deps', ...key, 'operator'];
  return spawn('docker', [...command, 'restore', '--oui'], { cwd: ROOT, env, stdio: 'pipe' });
}

/** The exit code and the output of a restore. */
async function restoreDirectly(file: Buffer, environment?: Record<string, string>) {
  const child = startRestore(environment);
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  child.stdin?.on('error', () => {}).end(file);
  const [code] = await once(child, 'close');
  return { code: code as number, said };
}

const PRODUCT = CONTAINERS.filter((name) => name !== 'postgres' && name !== 'redis');

/** Scans parcels, which creates their orders, and puts them into one consignment, until it is stopped. */
async function startReceiving() {
  const body = { mode: 'AIR', departureCity: 'Guangzhou' };
  const consignment = await installation.send<Consignment>('POST', '/api/consignments', body, admin);
  const acknowledged: string[] = [];
  let isStopped = false;
  const receive = async () => {
    const reference = `DRILL-${acknowledged.length + 1}`;
    const scan = { id: randomUUID(), mode: 'receive', reference, at: new Date().toISOString() };
    await installation.send('POST', '/api/scans', { scans: [scan] }, admin);
    const lines = [{ line: 1, reference }];
    await installation.send(
      'POST',
      `/api/consignments/${consignment.id}/orders`,
      { lines, dryRun: false, isConfirmed: true },
      admin,
    );
    acknowledged.push(reference);
  };
  const running = (async () => {
    while (!isStopped) await receive();
  })();
  return {
    acknowledged,
    async stop() {
      isStopped = true;
      await running;
    },
  };
}

/** What the API returns to customers and the administrator. */
async function publicState(reference: string, cookie: string) {
  const get = async (path: string) => {
    const response = await fetch(installation.url + path, { headers: { cookie } });
    expect(response.status, path).toBe(200);
    return response.json();
  };
  const products = ProductsSchema.parse(await get('/api/products'));
  const images = await Promise.all(
    products.flatMap(({ imageUrls }) => imageUrls).map(async (url) => (await fetch(url)).arrayBuffer()),
  );
  return {
    products,
    imageSizes: images.map(({ byteLength }) => byteLength),
    order: await get(`/api/orders/${reference}`),
    events: await get(`/api/orders/${reference}/events`),
    // A sign-in changes the account.
    users: ((await get('/api/users')) as User[]).map(({ updatedAt: _, ...user }) => user),
    messages: await get('/api/contact-messages'),
    notifications: await get('/api/notifications/user/2'),
    pages: await get('/api/static-pages'),
  };
}

describe('npm run doctor', () => {
  it('checks this machine and, inside the network, the data, and prints the fix of each fault', async () => {
    const { code, said } = await operate('doctor');
    expect(said).toContain('✓ Docker Compose : ');
    expect(said).toContain('✓ Secrets : ');
    expect(said).toContain('✓ Port 18080 : celui de FasoColis');
    expect(said.match(/✓ Base \w+ : répond/g)).toHaveLength(5);
    expect(said).toContain('✓ Redis : répond, avec journal, sans éviction');
    expect(said).toContain('✓ Sauvegardes : chiffrées');
    expect(said).toContain('✓ TRUST_PROXY : vide, sans proxy');
    // No server listens at the URL for emails.
    expect(said).toMatch(/✗ Serveur d'e-mail : .* → vérifiez SMTP_URL et le pare-feu/);
    expect(code).toBe(1);
  });
});

describe('an installation whose volumes were destroyed', () => {
  it('is complete after a restore of its backup, whose receipt numbers continue [PAY-010]', async () => {
    await installation.send('POST', '/api/auth/register', { ...CUSTOMER, firstName: 'Awa', lastName: 'Sawadogo' });
    const order = await installation.send<Order>('POST', '/api/orders', { reference: 'SAUVE-1', userId: 2 }, admin);
    await installation.send('PATCH', `/api/orders/${order.id}`, { status: 'DELIVERED', latestUpdate: 'Remis' }, admin);
    await installation.send('POST', `/api/ledgers/${order.id}/charges`, { kind: 'freight', amount: 180_000 }, admin);
    const pay = () => {
      const payment = { id: randomUUID(), method: 'cash', amount: 1000, orderIds: [order.id] };
      return installation.send<Payment>('POST', '/api/payments', payment, admin);
    };
    const numberOf = ({ receipt }: Payment) => Number(receipt.split('-').at(-1));
    const lastReceipt = numberOf(await pay());
    await installation.send('POST', '/api/notifications', { title: 'Bonjour', body: 'À tous' }, admin);
    await installation.send('POST', '/api/contact-messages', {
      ...{ firstName: 'Awa', lastName: 'Sawadogo', email: CUSTOMER.email, subject: 'Question' },
      message: 'Où est mon colis, s’il vous plaît ?',
    });
    // Waits until all events have been handled.
    let before = await fingerprints();
    await vi.waitFor(
      async () => {
        const now = await fingerprints();
        const settled = JSON.stringify(now) === JSON.stringify(before);
        before = now;
        expect(settled).toBe(true);
      },
      { timeout: 60_000, interval: 3000 },
    );
    const shown = await publicState('SAUVE-1', admin);
    expect(shown.imageSizes.length).toBeGreaterThan(0);

    expect(await operate('backup', folder)).toMatchObject({ code: 0, said: expect.stringContaining('Sauvegarde : ') });
    const files = readdirSync(folder);
    expect(files).toEqual([
      expect.stringMatching(/^fasocolis-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.backup$/),
      'fasocolis-deleted-accounts.jsonl',
    ]);
    const path = join(folder, files[0] ?? '');
    expect(statSync(path).mode & 0o777).toBe(0o600);

    await installation.down();
    const restored = await operate('restore', path, '--oui');
    expect(restored).toMatchObject({ code: 0, said: expect.stringContaining('Tout est restauré et vérifié.') });
    expect(await fingerprints()).toEqual(before);

    await installation.up();
    expect((await fetch(`${installation.url}/api/user`, { headers: { cookie: admin } })).status).toBe(401);
    admin = await installation.signInAsAdmin();
    expect(await publicState('SAUVE-1', admin)).toEqual(shown);
    expect(await installation.signIn(CUSTOMER.email, CUSTOMER.password)).toContain('=');
    const next = await installation.send<Order>('POST', '/api/orders', { reference: 'SAUVE-2' }, admin);
    expect(next.id).toBeGreaterThan(order.id);
    expect(numberOf(await pay())).toBe(lastReceipt + 1);
  });

  it('deletes again the accounts that were deleted after the backup, with its data or a list of them [SEC-014]', async () => {
    const { username, email, password } = CUSTOMER;
    const count = `SELECT count(*) FROM auth.users WHERE username = '${username}'`;
    const messages = `SELECT count(*) FROM content.contact_messages WHERE email = '${email}'`;
    await select(`UPDATE auth.users SET email_verified = true WHERE username = '${username}'`);
    const receiving = await startReceiving();
    await vi.waitUntil(() => receiving.acknowledged.length >= 20, 60_000);
    const beforeBackup = receiving.acknowledged.length;
    const verified = await operate('backup', verifiedFolder);
    expect(verified.code).toBe(0);
    expect(receiving.acknowledged.length).toBeGreaterThan(beforeBackup);
    await receiving.stop();
    received = receiving.acknowledged.slice(0, beforeBackup);
    const cookie = await installation.signIn(email, password);
    await installation.send('POST', '/api/user/deletion', {}, cookie);
    const untilGone = async () => {
      await installation.up();
      await vi.waitFor(async () => expect([await select(count), await select(messages)]).toEqual(['0', '0']), 60_000);
      await expect(installation.signIn(email, password)).rejects.toThrow('401');
    };
    await untilGone();

    // Over the data that know of the deletion: without a list.
    const [file = ''] = readdirSync(verifiedFolder).filter((name) => name.endsWith('.backup'));
    const restored = await operate('restore', join(verifiedFolder, file), '--oui');
    expect(restored).toMatchObject({ code: 0, said: expect.stringContaining("s'ils sont dans la sauvegarde : 1.") });
    expect([await select(count), await select(messages)]).toEqual(['1', '1']);
    await untilGone();

    // On a machine that has the backup and the list alone.
    expect(await operate('deletions', verifiedFolder)).toMatchObject({ code: 0 });
    await installation.down();
    expect(await operate('restore', join(verifiedFolder, file), '--oui')).toMatchObject({ code: 0 });
    expect(await select(count)).toBe('1');
    await untilGone();
    admin = await installation.signInAsAdmin();
  });

  it('has, on another machine, all that was acknowledged before a backup that was made during writes', async () => {
    const kept = await select(
      `SELECT count(*) FROM unnest('{${received.join()}}'::text[]) AS name
       JOIN orders.orders o ON o.reference = name
       JOIN orders.consignment_orders m ON m.order_id = o.id
       JOIN orders.scans s ON s.order_id = o.id`,
    );
    expect(kept).toBe(String(received.length));
  });

  it('refuses a backup that was altered, keeps its data, and still runs', async () => {
    const file = backup();
    const middle = Math.floor(file.length / 2);
    file[middle] = (file[middle] ?? 0) ^ 1;
    const forged = join(folder, 'forged');
    writeFileSync(forged, file);
    const before = await fingerprints();
    const refused = await operate('restore', forged, '--oui');
    expect(refused).toMatchObject({ code: 1, said: expect.stringContaining('abîmé ou modifié') });
    expect(refused.said).toContain('FasoColis fonctionne de nouveau, comme avant.');
    expect(await fingerprints()).toEqual(before);
    await vi.waitFor(async () => expect((await fetch(`${installation.url}/api/orders/SAUVE-1`)).status).toBe(200), {
      timeout: 60_000,
      interval: 500,
    });
  });

  it('refuses a restore while it is in use', async () => {
    const refused = await restoreDirectly(backup());
    expect(refused).toEqual({ code: 3, said: expect.stringContaining('La base de données est encore utilisée') });
  });
});

describe('a stopped installation', () => {
  let before: Record<string, string>;
  beforeAll(async () => {
    await installation.compose('stop', ...PRODUCT);
    await select(
      "SET search_path = orders, public; INSERT INTO orders (reference, reference_key, status) VALUES ('RESTE', 'RESTE', 'LOST')",
    );
    before = await fingerprints();
  });

  it('keeps its data when a backup is truncated or has another key', async () => {
    const cut = await restoreDirectly(backup().subarray(0, -40));
    expect(cut).toEqual({ code: 3, said: expect.stringContaining("rien n'a été restauré") });
    const otherKey = await restoreDirectly(backup(), { BACKUP_KEY: `${KEY}!` });
    expect(otherKey).toEqual({ code: 3, said: expect.stringContaining("BACKUP_KEY n'est pas la clé") });
    expect(await fingerprints()).toEqual(before);
  });

  it('keeps its data when the backup is of a newer version', async () => {
    const newer = await backupWith(({ services }) => services.orders?.migrations.push('29990101000000_later'));
    const refused = await restoreDirectly(newer);
    expect(refused).toEqual({
      code: 3,
      said: expect.stringContaining("vient d'une version plus récente de FasoColis"),
    });
    expect(await fingerprints()).toEqual(before);
  });

  it('keeps its data when the rows of a table differ from the backup', async () => {
    const different = await backupWith(({ services }) => {
      const table = services.orders?.tables.orders;
      if (table) table.rows += 1;
    });
    const refused = await restoreDirectly(different);
    expect(refused).toEqual({
      code: 3,
      said: expect.stringContaining("La table orders.orders n'est pas revenue telle qu'elle était"),
    });
    expect(await fingerprints()).toEqual(before);
  });

  it('keeps its data when a restore is killed, and can be restored afterwards', async () => {
    const child = startRestore();
    const file = backup();
    // Most of the file, then nothing: the restore waits in its transaction.
    child.stdin?.on('error', () => {}).write(file.subarray(0, Math.floor(file.length * 0.9)));
    const locks = "SELECT count(*) FROM pg_locks WHERE mode = 'AccessExclusiveLock' AND granted";
    await vi.waitUntil(async () => Number(await select(locks)) > 10, { timeout: 60_000, interval: 100 });
    const filters = ['com.docker.compose.service=operator', 'com.docker.compose.oneoff=True'];
    const running = await docker('ps', '-q', ...filters.flatMap((label) => ['--filter', `label=${label}`]));
    await docker('kill', ...running.split('\n'));
    child.kill();
    await vi.waitUntil(async () => Number(await select(locks)) === 0, { timeout: 60_000, interval: 100 });
    expect(await fingerprints()).toEqual(before);

    expect(await restoreDirectly(file)).toEqual({
      code: 0,
      said: expect.stringContaining('Tout est restauré et vérifié.'),
    });
    expect(await select("SELECT reference FROM orders.orders WHERE reference IN ('SAUVE-1', 'RESTE')")).toBe('SAUVE-1');
    const redis = await installation.containerOf('redis');
    const size = 'REDISCLI_AUTH="$(cat /run/secrets/redis_password)" redis-cli dbsize';
    expect(await docker('exec', redis, 'sh', '-c', size)).toBe('0');
  });
});
