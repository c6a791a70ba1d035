import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ProductsSchema } from '@fasocolis/contracts/catalog';
import type { Order } from '@fasocolis/contracts/orders';
import type { User } from '@fasocolis/contracts/user';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { docker, type Installation, ROOT, sharedInstallation } from './installation.ts';

const KEY = 'une phrase que personne ne devine';
const CUSTOMER = { username: 'awa.sawadogo', email: 'awa@example.com', password: 'Secret-1234' };
/** What a restoration adds to: events that were under way are sent again. */
const CHANGING = ['outbox_events', 'processed_events'];

const folder = mkdtempSync(join(tmpdir(), 'fasocolis-backups-'));
let installation: Installation;
let admin: string;

beforeAll(async () => {
  installation = await sharedInstallation();
  admin = await installation.signInAsAdmin();
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs `npm run <command> -- <args> --compose`. */
async function operate(command: 'backup' | 'restore' | 'doctor', ...args: string[]) {
  const bootstrap = join(ROOT, 'infra/local/bootstrap.mjs');
  const env = { ...process.env, ...installation.environment, BACKUP_KEY: KEY };
  const done = promisify(execFile)(process.execPath, [bootstrap, command, ...args, '--compose'], { env });
  return done.then(
    ({ stdout, stderr }) => ({ code: 0, said: stdout + stderr }),
    ({ code, stdout, stderr }) => ({ code, said: stdout + stderr }),
  );
}

/** Rows and checksum of every table, as PostgreSQL's own tools see them. */
async function fingerprints(): Promise<Record<string, string>> {
  const postgres = await installation.containerOf('postgres');
  const query = `SELECT format('SELECT %L, count(*), md5(coalesce(string_agg(t::text, '','' ORDER BY t::text), '''')) FROM %s t',
    schemaname || '.' || tablename, schemaname || '.' || tablename) FROM pg_tables WHERE schemaname !~ '^pg_|^information' ORDER BY 1`;
  const psql = 'psql -U postgres -At -d fasocolis';
  const printed = await docker('exec', postgres, 'sh', '-c', `${psql} -c "$1" | ${psql}`, 'sh', query);
  const found = printed.split('\n').flatMap((line) => {
    const [table = '', rows, sum] = line.split('|');
    return CHANGING.some((name) => table.endsWith(name)) ? [] : [[table, `${rows} ${sum}`]];
  });
  return Object.fromEntries(found);
}

/** What customers and the administrator see. */
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
    // Signing in leaves its mark on an account.
    users: ((await get('/api/users')) as User[]).map(({ updatedAt: _, ...user }) => user),
    messages: await get('/api/contact-messages'),
    notifications: await get('/api/notifications/user/2'),
    pages: await get('/api/static-pages'),
  };
}

describe('npm run doctor', () => {
  it('looks at this machine and, from inside, at the data, and says how to mend what is wrong', async () => {
    const { code, said } = await operate('doctor');
    expect(said).toContain('✓ Docker Compose : ');
    expect(said).toContain('✓ Secrets : ');
    expect(said).toContain('✓ Port 18080 : celui de FasoColis');
    expect(said.match(/✓ Base \w+ : répond/g)).toHaveLength(5);
    expect(said).toContain('✓ Redis : répond, avec journal, sans éviction');
    expect(said).toContain('✓ Sauvegardes : chiffrées');
    expect(said).toContain('✓ TRUST_PROXY : vide, sans proxy');
    // Nobody listens at the address of mails.
    expect(said).toMatch(/✗ Serveur d'e-mail : .* → vérifiez SMTP_URL et le pare-feu/);
    expect(code).toBe(1);
  });
});

describe('an installation whose volumes were destroyed', () => {
  it('is as it was after its backup has been restored', async () => {
    await installation.send('POST', '/api/auth/register', { ...CUSTOMER, firstName: 'Awa', lastName: 'Sawadogo' });
    const order = await installation.send<Order>('POST', '/api/orders', { reference: 'SAUVE-1', userId: 2 }, admin);
    await installation.send('PATCH', `/api/orders/${order.id}`, { status: 'DELIVERED', latestUpdate: 'Remis' }, admin);
    await installation.send('POST', '/api/notifications', { title: 'Bonjour', body: 'À tous' }, admin);
    await installation.send('POST', '/api/contact-messages', {
      ...{ firstName: 'Awa', lastName: 'Sawadogo', email: CUSTOMER.email, subject: 'Question' },
      message: 'Où est mon colis, s’il vous plaît ?',
    });
    // Until everything that follows from it has happened.
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
    expect(files).toEqual([expect.stringMatching(/^fasocolis-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.backup$/)]);
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
  });

  it('refuses a backup that was tampered with, keeps what it has, and runs on', async () => {
    const [name = ''] = readdirSync(folder);
    const file = readFileSync(join(folder, name));
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
});
