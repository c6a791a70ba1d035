import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { readMigrations } from '@fasocolis/service-kit/data/migrate';
import { startJobWorker } from '@fasocolis/service-kit/events/job-worker';
import { openQueue } from '@fasocolis/service-kit/events/outbox';
import { createService } from '@fasocolis/service-kit/http/service';
import { TestAuthority } from '@fasocolis/service-kit/testing/certificates';
import { TEST_PUBLIC_KEYS } from '@fasocolis/service-kit/testing/harness';
import { Redis } from 'ioredis';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  checkClock,
  checkDatabase,
  checkFailedDeliveries,
  checkFailedJobs,
  checkRedis,
  checkSmtp,
} from '../src/doctor/data-checks.ts';
import { type Finding, lineOf } from '../src/doctor/finding.ts';
import {
  checkBackups,
  checkDisk,
  checkImages,
  checkIpv6,
  checkPort,
  checkProxyTrust,
  checkPublicUrl,
  checkSecrets,
  checkVersion,
} from '../src/doctor/host-checks.ts';
import { createInstallation, migrationsFolder, type TestInstallation } from './installation.ts';

let installation: TestInstallation;
let folder: string;
beforeAll(async () => {
  installation = await createInstallation();
  folder = mkdtempSync(join(tmpdir(), 'fasocolis-doctor-'));
});
afterAll(async () => {
  await installation.remove();
  rmSync(folder, { recursive: true });
});

const lines = (findings: Finding[]) => findings.map(lineOf).join('\n');
const urlOf = (service: string) => installation.addressOf(service);

describe('the doctor, for a database,', () => {
  it('reports no finding when it is in order', async () => {
    const found = await checkDatabase('orders', urlOf('orders'), await readMigrations(migrationsFolder('orders')));
    expect(lines(found)).toMatch(/^✓ Base orders : répond, \d+ migration\(s\) en place$/);
  });

  it('names migrations that are missing, edited or of a newer version, with the fix', async () => {
    const [first, ...others] = await readMigrations(migrationsFolder('auth'));
    if (!first) throw new Error('auth has no migrations');
    const later = { name: '29991231000000_later', sql: '', checksum: '' };
    const edited = { ...first, checksum: 'another' };
    const found = await checkDatabase('auth', urlOf('auth'), [edited, ...others.slice(1), later]);
    expect(found.map(({ state }) => state)).toEqual(['fault', 'fault', 'warning']);
    expect(lines(found)).toContain(`modifiée après coup (${first.name}) → `);
    expect(lines(found)).toContain('il manque 29991231000000_later → démarrez FasoColis');
    expect(lines(found)).toContain(`plus récente que ce programme (${others[0]?.name})`);
  });

  it('reports that it does not respond, or refuses the password', async () => {
    const wrong = new URL(urlOf('orders'));
    wrong.password = 'wrong';
    for (const url of [wrong.href, 'postgresql://orders@127.0.0.1:1/fasocolis']) {
      expect(lines(await checkDatabase('orders', url, []))).toMatch(/^✗ Base orders : ne répond pas \(.+\) → /);
    }
  });

  it('compares the clocks', async () => {
    expect(lines(await checkClock(urlOf('auth')))).toBe('✓ Heure : celle de PostgreSQL');
    expect(lines(await checkClock(urlOf('auth'), () => Date.now() + 60_000))).toMatch(
      /^✗ Heure : (59|60|61) s d'écart/,
    );
  });

  it('counts failed emails', async () => {
    expect(lines(await checkFailedDeliveries(urlOf('notify')))).toBe('✓ E-mails : aucun en échec');
    await installation.sql(
      'notify',
      "INSERT INTO email_deliveries (id, kind, state) VALUES (gen_random_uuid(), 'announcement', 'failed')",
    );
    expect(lines(await checkFailedDeliveries(urlOf('notify')))).toMatch(/^! E-mails : 1 en échec → /);
  });
});

describe('the doctor, for Redis,', () => {
  it('finds settings that would lose sessions and events', async () => {
    const redis = new Redis(installation.redisUrl);
    expect(lines(await checkRedis(installation.redisUrl))).toMatch(/^✓ Redis/);
    await redis.config('SET', 'maxmemory-policy', 'allkeys-lru');
    const found = await checkRedis(installation.redisUrl);
    await redis.config('SET', 'maxmemory-policy', 'noeviction');
    redis.disconnect();
    expect(lines(found)).toBe('✗ Redis : jette des clés (allkeys-lru) → maxmemory-policy noeviction');
  });

  it('reports that it does not respond', async () => {
    expect(lines(await checkRedis('redis://127.0.0.1:1'))).toMatch(/^✗ Redis : ne répond pas/);
  });

  it('lists the jobs that are not retried any more, with event, request and reason [OFF-014]', async () => {
    const { redisUrl } = installation;
    const queue = openQueue('events-notify', redisUrl);
    const { log } = await createService({ name: 'notify', logLevel: 'silent', identityKeys: TEST_PUBLIC_KEYS });
    await queue.waitUntilReady();
    await queue.obliterate({ force: true });
    expect(lines(await checkFailedJobs(redisUrl))).toBe('✓ Tâches internes : aucune en échec');
    await queue.add('user.deleted', { requestId: 'request-7' }, { attempts: 1 });
    const worker = startJobWorker('events-notify', () => Promise.reject(new Error('invalid\n  userId')), {
      redisUrl,
      log,
    });
    onTestFinished(async () => {
      await worker.close();
      await queue.obliterate({ force: true });
      await queue.close();
    });
    await vi.waitFor(async () => expect(await queue.getFailedCount()).toBe(1), 10_000);
    expect(lines(await checkFailedJobs(redisUrl))).toMatch(
      /^! Tâche interne en échec : events-notify, user\.deleted, le 2\S+Z, demande request-7 \(invalid userId\) → mettez FasoColis à jour/,
    );
  });
});

describe('the doctor, for emails,', () => {
  async function withServer(options: SMTPServerOptions, work: (port: number) => Promise<void>) {
    const server = new SMTPServer({ disabledCommands: ['STARTTLS'], ...options });
    const listening = server.listen(0, '127.0.0.1');
    await once(listening, 'listening');
    await work((listening.address() as { port: number }).port);
    await new Promise<void>((done) => {
      server.close(done);
    });
  }

  it('signs in to the SMTP server, and reports when that is refused', async () => {
    const onAuth: SMTPServerOptions['onAuth'] = ({ password }, _session, done) =>
      password === 'right' ? done(null, { user: 'faso' }) : done(new Error('no'));
    const authority = new TestAuthority(folder);
    const { cert, key } = authority.certify('IP:127.0.0.1');
    setDefaultCACertificates([...getCACertificates('default'), authority.text]);
    const tls = { cert: readFileSync(cert), key: readFileSync(key), disabledCommands: [] };
    await withServer({ onAuth, ...tls }, async (port) => {
      const found = await checkSmtp(`smtp://faso:right@127.0.0.1:${port}`);
      expect(lines(found)).toBe(`✓ Serveur d'e-mail : 127.0.0.1:${port} accepte la connexion`);
      const refused = await checkSmtp(`smtp://faso:wrong@127.0.0.1:${port}`);
      expect(lines(refused)).toMatch(/✗ Serveur d'e-mail : .* → vérifiez le nom et le mot de passe SMTP$/);
      expect(lines(refused)).not.toContain('wrong');
    });
  });

  it('sends no password to an SMTP server without encryption, and reports the fix [SEC-015]', async () => {
    const onAuth = vi.fn<NonNullable<SMTPServerOptions['onAuth']>>();
    await withServer({ onAuth, allowInsecureAuth: true }, async (port) => {
      const found = await checkSmtp(`smtp://faso:right@127.0.0.1:${port}`);
      expect(lines(found)).toMatch(/✗ Serveur d'e-mail : .* → un mot de passe exige une connexion chiffrée : smtps:/);
      expect(onAuth).not.toHaveBeenCalled();
    });
  });

  it('reports that no server listens', async () => {
    expect(lines(await checkSmtp('smtp://127.0.0.1:1'))).toMatch(/^✗ Serveur d'e-mail : .* → vérifiez SMTP_URL et le/);
  });
});

describe('the doctor, for this machine,', () => {
  it('finds secrets that are missing, weak, or readable by others', () => {
    const secrets = join(folder, 'secrets');
    expect(lines(checkSecrets(secrets, ['a']))).toMatch(/^✗ Secrets : .* n'existe pas → npm run env$/);
    mkdirSync(secrets, { mode: 0o700 });
    writeFileSync(join(secrets, 'redis_password'), 'x'.repeat(40));
    writeFileSync(join(secrets, 'admin_password'), 'Une-1234');
    writeFileSync(join(secrets, 'smtp_password'), '');
    expect(lines(checkSecrets(secrets, ['redis_password', 'admin_password'], ['smtp_password']))).toMatch(/^✓/);
    writeFileSync(join(secrets, 'redis_password'), 'short');
    writeFileSync(join(secrets, 'admin_password'), 'Admin-1234');
    chmodSync(secrets, 0o755);
    const found = checkSecrets(secrets, ['redis_password', 'admin_password', 'auth_db_password']);
    expect(found.map(({ state }) => state)).toEqual(['fault', 'fault', 'fault', 'fault']);
    expect(lines(found)).not.toContain('short\n');
  });

  it('reports a version that is too old', () => {
    expect(checkVersion('Docker Compose', '2.26.1-4', '2.24').state).toBe('ok');
    expect(checkVersion('Docker Compose', 'v2.24.0', '2.24').state).toBe('ok');
    expect(checkVersion('Docker', '28.1', '24.0').state).toBe('ok');
    expect(lineOf(checkVersion('Docker', '20.10.5', '24.0'))).toBe(
      '✗ Docker : 20.10.5 est trop ancien → installez 24.0 ou plus récent',
    );
    expect(lineOf(checkVersion('Docker', undefined, '24.0'))).toMatch(/^✗ Docker : absent/);
  });

  it('finds a port that another program uses', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as { port: number };
    expect(lineOf(await checkPort(String(port), false))).toMatch(
      /^✗ Port \d+ : pris par un autre programme → libérez-le/,
    );
    expect((await checkPort(`${port}-${port + 1}`, false)).state).toBe('fault');
    expect((await checkPort(String(port), true)).state).toBe('ok');
    server.close();
    await once(server, 'close');
    expect((await checkPort(String(port), false)).state).toBe('ok');
  });

  it('finds a disk that is nearly full', async () => {
    expect((await checkDisk(folder, 1)).state).not.toBe('fault');
    expect(lineOf(await checkDisk(folder, Number.MAX_SAFE_INTEGER))).toMatch(/^✗ Disque de .* Gio libres .* → libérez/);
  });

  it('requires https for a public address', () => {
    const states = ['https://colis.example', 'http://localhost:8080', 'http://colis.example', 'colis'].map(
      (url) => checkPublicUrl(url).state,
    );
    expect(states).toEqual(['ok', 'warning', 'fault', 'fault']);
  });

  const proxy = {
    PUBLIC_URL: 'http://localhost:8080',
    COMPOSE_PROFILES: '',
    TRUST_PROXY: '',
    BIND_ADDRESS: '127.0.0.1',
  };

  it('requires TRUST_PROXY behind a proxy [SEC-016]', () => {
    expect(checkProxyTrust(proxy).state).toBe('ok');
    const behind = [{ COMPOSE_PROFILES: 'observability,tls' }, { PUBLIC_URL: 'https://colis.example' }];
    for (const settings of behind) {
      expect(lineOf(checkProxyTrust({ ...proxy, ...settings }))).toMatch(/^✗ TRUST_PROXY : vide, .* → TRUST_PROXY=/);
      expect(checkProxyTrust({ ...proxy, ...settings, TRUST_PROXY: 'uniquelocal' }).state).toBe('ok');
    }
  });

  it('refuses TRUST_PROXY where the gateway is public [SEC-016]', () => {
    const stateAt = (BIND_ADDRESS: string) =>
      checkProxyTrust({ ...proxy, TRUST_PROXY: 'uniquelocal', BIND_ADDRESS }).state;
    for (const address of ['127.0.0.1', '10.1.2.3', '192.168.1.1', '::1', '[fd00::1]']) {
      expect([address, stateAt(address)]).toEqual([address, 'ok']);
    }
    for (const address of ['0.0.0.0', '::', '[::]', '203.0.113.7', '2001:db8::1', '']) {
      expect([address, stateAt(address)]).toEqual([address, 'fault']);
    }
    expect(checkProxyTrust({ ...proxy, BIND_ADDRESS: '0.0.0.0' }).state).toBe('ok');
  });

  it('reports that the addresses of visitors over IPv6 are not seen [OPS-007]', () => {
    const closed = { domain: 'colis.example', hasRecord: false, isPublished: false, isPassedOn: false };
    expect(lineOf(checkIpv6(closed))).toBe('✓ IPv6 : fermé');
    expect(lineOf(checkIpv6({ ...closed, hasRecord: true }))).toMatch(
      /^! IPv6 : colis\.example a une adresse IPv6 \(AAAA\), mais FasoColis n'y répond pas → supprimez /,
    );
    for (const hasRecord of [false, true]) {
      expect(lineOf(checkIpv6({ ...closed, hasRecord, isPublished: true }))).toMatch(
        /^✗ IPv6 : les adresses des visiteurs ne sont pas vues, .* → Docker 27 ou plus récent, IPV6=true/,
      );
      const open = { ...closed, hasRecord, isPublished: true, isPassedOn: true };
      expect(lineOf(checkIpv6(open))).toBe('✓ IPv6 : les adresses des visiteurs sont vues');
    }
  });

  it('names the images that are not pinned by a digest', () => {
    const pinned = `redis:8-trixie@sha256:${'0'.repeat(64)}`;
    expect(lineOf(checkImages([pinned]))).toBe('✓ Images : 1 fixées par leur empreinte');
    expect(lineOf(checkImages([pinned, 'caddy:2']))).toMatch(
      /^! Images : sans empreinte, .* \(caddy:2\) → npm run images$/,
    );
  });

  it('reports a missing backup, and one that is days old', () => {
    const backups = join(folder, 'backups');
    expect(lineOf(checkBackups(backups))).toMatch(/^! Sauvegardes : aucune/);
    mkdirSync(backups);
    const file = join(backups, 'fasocolis-2026-11-22T02-03-04Z.backup');
    writeFileSync(file, '');
    writeFileSync(`${file}.partial`, '');
    expect(lineOf(checkBackups(backups))).toBe('✓ Sauvegardes : 1, la dernière de moins de 1 jour(s)');
    const threeDaysAgo = Date.now() / 1000 - 3 * 86_400;
    utimesSync(file, threeDaysAgo, threeDaysAgo);
    expect(lineOf(checkBackups(backups))).toMatch(/^! Sauvegardes : la dernière a 3 jours/);
  });
});
