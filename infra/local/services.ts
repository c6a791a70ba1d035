import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

export const ROOT = resolve(import.meta.dirname, '../..');

/**
 * The services, in the order in which they were added: a new one is one more name here. Each has a folder
 * services/<name>, a database and a role of that name, and is told to the others as <NAME>_URL.
 */
export const SERVICES = ['auth', 'orders', 'notify', 'catalog', 'content'] as const;

export type ServiceName = (typeof SERVICES)[number];

export const SITES = ['web-customer', 'web-admin'] as const;

/** The path of a service's entry file, or undefined when it has none of that kind. */
export function entryOf(service: string, kind: 'migrate' | 'server' | 'worker'): string | undefined {
  const path = join(ROOT, 'services', service, 'src', `${kind}.ts`);
  return existsSync(path) ? path : undefined;
}
