import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';

/** A folder of an installation, and what `npm run env` and `npm run rotate-key` make of it. */
function installation(env = '') {
  const folder = mkdtempSync(join(tmpdir(), 'env-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  if (env) writeFileSync(join(folder, '.env'), env);
  const secrets = join(folder, 'secrets');
  const run = (script: string, ...args: string[]) =>
    execFileSync(process.execPath, [join(import.meta.dirname, script), ...args], {
      encoding: 'utf8',
      env: { ...process.env, SECRETS_FOLDER: secrets },
      stdio: 'pipe',
    });
  return {
    folder,
    secrets,
    makeEnv: () => run('make-env.mjs', folder),
    rotateKey: (update: string) => run('rotate-key.mjs', '--update', update),
    env: () => readFileSync(join(folder, '.env'), 'utf8'),
    secret: (name: string) => readFileSync(join(secrets, name), 'utf8').trim(),
    everySecret: () =>
      Object.fromEntries(readdirSync(secrets).map((name) => [name, readFileSync(join(secrets, name), 'utf8')])),
  };
}

describe('npm run env', () => {
  it('writes settings without secrets, and secrets that only their owner can read', () => {
    const { folder, secrets, makeEnv, env, secret } = installation();
    expect(makeEnv()).toContain('secrets/admin_password');
    expect(env()).toContain('PUBLIC_URL=http://localhost:8080');
    expect(env()).not.toMatch(/PASSWORD|KEY=/);
    expect(secret('internal_signing_key')).toMatch(/^[\w-]{43}$/);
    expect(secret('smtp_password')).toBe('');
    expect([statSync(join(folder, '.env')).mode & 0o777, statSync(secrets).mode & 0o777]).toEqual([0o600, 0o700]);
  });

  it('creates a key for backups, and advises to store a copy elsewhere [SEC-015]', () => {
    const { makeEnv, secret } = installation();
    const said = makeEnv();
    expect(said).toContain('secrets/backup_key');
    expect(said).toContain('gardez-en une copie ailleurs que sur cette machine');
    expect(secret('backup_key')).toMatch(/^[\w-]{43}$/);
    expect(makeEnv()).not.toContain('backup_key');
  });

  it('leaves an empty backup key of an older installation empty', () => {
    const { secrets, makeEnv, secret } = installation();
    mkdirSync(secrets);
    writeFileSync(join(secrets, 'backup_key'), '');
    expect(makeEnv()).not.toContain('backup_key');
    expect(secret('backup_key')).toBe('');
  });

  it('says first which Docker is needed where it is missing or older', () => {
    const { folder } = installation();
    const bin = mkdtempSync(join(tmpdir(), 'docker-'));
    onTestFinished(() => rmSync(bin, { recursive: true }));
    const warnings = (docker: string) => {
      writeFileSync(join(bin, 'docker'), `#!/bin/sh\n${docker}\n`, { mode: 0o755 });
      const env = { ...process.env, PATH: `${bin}:/usr/bin:/bin` };
      return spawnSync(process.execPath, [join(import.meta.dirname, 'make-env.mjs'), folder], { encoding: 'utf8', env })
        .stderr;
    };
    expect(warnings('[ "$1" = version ] && echo 20.10.5+dfsg1 || echo 2.24.0')).toBe(
      'Docker Engine : 20.10.5+dfsg1 est trop ancien. « docker compose up » demande la version 25.0 ou plus récente.\n',
    );
    expect(warnings('exit 1')).toMatch(/^Docker Engine : absent ou arrêté\..*\nDocker Compose : absent ou arrêté\./);
    expect(warnings('[ "$1" = version ] && echo 28.1.0 || echo v2.32.4-3')).toBe('');
  });

  it('changes nothing when it runs again', () => {
    const { makeEnv, env, everySecret } = installation();
    makeEnv();
    const before = [env(), everySecret()];
    expect(makeEnv()).toContain('complets');
    expect([env(), everySecret()]).toEqual(before);
  });

  it('moves the secrets of an older installation to their files', () => {
    const old = [
      'PORT=9090',
      '# a note',
      'SMTP_URL=smtps://user:p%40ss@smtp.example.com:465',
      'INTERNAL_SIGNING_KEY=an-old-key-of-more-than-thirty-two-characters',
      'REDIS_PASSWORD="quoted"',
      String.raw`APPLE_PRIVATE_KEY=first\nsecond`,
    ];
    const { makeEnv, env, secret } = installation(`${old.join('\n')}\n`);
    makeEnv();
    expect(env()).toContain('PORT=9090\n# a note\nSMTP_URL=smtps://user@smtp.example.com:465\n');
    expect(env()).not.toMatch(/p%40ss|an-old-key|quoted|first/);
    expect(['smtp_password', 'internal_signing_key', 'redis_password', 'apple_private_key'].map(secret)).toEqual([
      'p@ss',
      'an-old-key-of-more-than-thirty-two-characters',
      'quoted',
      'first\nsecond',
    ]);
  });
});

describe('npm run rotate-key', () => {
  it('adds a key for verification, then signs with it, with an update after each step', () => {
    const { makeEnv, rotateKey, secrets, secret } = installation();
    makeEnv();
    const old = secret('internal_signing_key');
    rotateKey(`cat ${secrets}/internal_signing_key >> ${secrets}/steps`);
    const [, next] = secret('steps').split('\n');
    expect(next).toMatch(/^[\w-]{43}$/);
    expect(secret('steps').split('\n')).toEqual([old, next, next, old]);
  });

  it('starts again after a failed update, with the key that still signs', () => {
    const { makeEnv, rotateKey, secret } = installation();
    makeEnv();
    const old = secret('internal_signing_key');
    expect(() => rotateKey('false')).toThrow('relancez');
    const [first, unused] = secret('internal_signing_key').split('\n');
    expect(first).toBe(old);
    rotateKey('true');
    expect(secret('internal_signing_key').split('\n')).toEqual([expect.not.stringContaining(unused ?? ''), old]);
  });
});
