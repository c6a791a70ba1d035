import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { SERVICES, urlVariableOf } from '@fasocolis/contracts/services';
import { type Stack, type StackOptions, startStack } from '../infra/local/stack.ts';

const HOME = join(import.meta.dirname, '../.fasocolis/bench');

/** Starts the product in production mode, on data that later runs reuse. */
export function startProduct(name: string, options: Partial<StackOptions> = {}): Promise<Stack> {
  // Emails are part of the work that is measured.
  process.env.ORDER_MAIL_DELAY_MS ??= '0';
  return startStack({
    home: join(HOME, name),
    port: 0,
    emailsPort: 0,
    demoData: false,
    rateLimits: false,
    log: (line) => console.log(line),
    ...options,
  });
}

/** Starts the baseline, and a gateway of the product in front of it. */
export async function startBaseline(stack: Stack) {
  const child = fork(join(import.meta.dirname, 'baseline.ts'), {
    env: { ...process.env, NODE_ENV: 'production', DATABASES: JSON.stringify(stack.databases) },
  });
  const [url] = (await once(child, 'message')) as [string];
  const urls = Object.fromEntries(SERVICES.map((service) => [urlVariableOf(service), url]));
  const gateway = await stack.startReplica('gateway', { ...urls, METRICS_PORT: '0' });
  while (!(await fetch(`${gateway.url}/health/live`).catch(() => undefined))?.ok) await setTimeout(100);
  return { url, gatewayUrl: gateway.url, pid: child.pid ?? 0, stop: () => child.disconnect() };
}

/** Proportional set size of a process in MiB. */
export function memoryOf(pid: number): number {
  const [, kilobytes] = /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')) ?? [];
  return Math.round(Number(kilobytes) / 1024);
}

export async function signInAsAdmin({ url, adminPassword }: Stack): Promise<string> {
  const response = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'admin', password: adminPassword }),
  });
  const [cookie = ''] = response.headers.getSetCookie();
  return cookie.split(';')[0] ?? '';
}
