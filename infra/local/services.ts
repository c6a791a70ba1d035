import { resolve } from 'node:path';

export const ROOT = resolve(import.meta.dirname, '../..');

export const SITES = ['web-customer', 'web-admin'] as const;

export { SERVICES, type ServiceName } from '@fasocolis/contracts/services';
