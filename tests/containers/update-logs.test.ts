import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { expect, it, onTestFinished } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const run = promisify(execFile);

/** A gateway that writes one line when it starts, and another one when it stops. */
const gateway = (line: string) => `
name: fasocolis-logs
services:
  gateway:
    image: node:26-trixie-slim
    init: true
    stop_grace_period: 10s
    command:
      - node
      - -e
      - console.log('${line} starts'); setInterval(() => {}, 1000); process.on('SIGTERM', () => {
        console.log('${line} stops'); process.exit(); })
    healthcheck: { test: [CMD, 'true'], interval: 1s }
`;

it('npm run update keeps what the containers have logged that it replaces, for 90 days [OPS-002]', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fasocolis-logs-'));
  const [file, logs] = [join(folder, 'compose.yml'), join(folder, 'logs')];
  const env = { ...process.env, COMPOSE_FILE: file, COMPOSE_PROJECT_NAME: 'fasocolis-logs', LOGS_FOLDER: logs };
  const compose = (...args: string[]) => run('docker', ['compose', ...args], { cwd: folder, env });
  onTestFinished(async () => {
    await compose('down', '--timeout', '0');
    rmSync(folder, { recursive: true });
  });
  const update = () => run(process.execPath, [join(ROOT, 'infra/docker/rolling-update.mjs'), '--no-build'], { env });
  writeFileSync(file, gateway('first'));
  await compose('up', '-d', '--wait');

  writeFileSync(file, gateway('second'));
  await update();
  const [kept = '', ...others] = readdirSync(logs);
  expect(others).toEqual([]);
  expect(kept).toMatch(/^gateway-\d{4}-\d\d-\d\dT[\d-]+Z-[0-9a-f]{8}\.log\.gz$/);
  expect(gunzipSync(readFileSync(join(logs, kept))).toString()).toBe('first starts\nfirst stops\n');
  expect([statSync(logs).mode & 0o777, statSync(join(logs, kept)).mode & 0o777]).toEqual([0o700, 0o600]);

  const longAgo = Date.now() / 1000 - 91 * 86_400;
  utimesSync(join(logs, kept), longAgo, longAgo);
  writeFileSync(file, gateway('third'));
  await update();
  const [newer = ''] = readdirSync(logs);
  expect(readdirSync(logs)).toHaveLength(1);
  expect(gunzipSync(readFileSync(join(logs, newer))).toString()).toBe('second starts\nsecond stops\n');
});
