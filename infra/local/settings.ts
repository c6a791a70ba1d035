import { resolve } from 'node:path';
import { ROOT } from './root.ts';
import type { StackOptions } from './stack.ts';
import { StartError } from './start-error.ts';

export function readSettings(env: NodeJS.ProcessEnv): StackOptions & { home: string } {
  const faults: string[] = [];
  const choice = <T>(name: string, values: Record<string, T>): T | undefined => {
    const given = env[name];
    if (!given) return undefined;
    if (Object.hasOwn(values, given)) return values[given];
    faults.push(`${name} vaut « ${given} » : valeurs possibles : ${Object.keys(values).join(', ')}.`);
    return undefined;
  };
  const port = (name: string): number | undefined => {
    const given = env[name];
    if (!given) return undefined;
    if (/^\d{1,5}$/.test(given) && Number(given) <= 65_535) return Number(given);
    faults.push(`${name} vaut « ${given} » : donnez un numéro de port, de 0 (un port libre) à 65535.`);
    return undefined;
  };
  const address = (name: string, protocols: string[]): string | undefined => {
    const given = env[name];
    if (!given || protocols.includes(URL.parse(given)?.protocol ?? '')) return given || undefined;
    faults.push(`${name} n'est pas une adresse ${protocols.map((protocol) => `${protocol}//…`).join(' ou ')}.`);
    return undefined;
  };
  const settings = {
    home: resolve(ROOT, env.FASOCOLIS_HOME || '.fasocolis'),
    port: port('PORT') ?? 8080,
    emailsPort: port('MAIL_PORT'),
    demoData: choice('DEMO_DATA', { true: true, false: false }),
    rateLimits: choice('RATE_LIMITS', { on: true, off: false }),
    adminEmail: env.ADMIN_EMAIL || undefined,
    adminPassword: env.ADMIN_PASSWORD || undefined,
    publicUrl: address('PUBLIC_URL', ['http:', 'https:']),
    databaseUrl: address('DATABASE_URL', ['postgresql:', 'postgres:']),
    redisUrl: address('REDIS_URL', ['redis:', 'rediss:']),
    smtpUrl: address('SMTP_URL', ['smtp:', 'smtps:']),
  };
  if (faults.length > 0) throw new StartError(faults.join('\n'));
  return settings;
}
