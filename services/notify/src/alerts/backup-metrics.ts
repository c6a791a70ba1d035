import { Gauge, type Registry } from '@fasocolis/service-kit/ops/metrics';
import type { Database } from '../database.ts';
import { BACKUP_TIME, lastArchived } from './measurements.ts';

/** Exports when the last backup was complete and when PostgreSQL last archived; nothing for what is not known. */
export function registerBackupMetrics(registry: Registry, database: Database): void {
  const register = (name: string, help: string, read: () => Promise<Date | null | undefined>) =>
    new Gauge({
      name,
      help: `${help}, in seconds since 1970`,
      registers: [registry],
      async collect() {
        this.reset();
        const at = await read().catch(() => null);
        if (at) this.set(at.getTime() / 1000);
      },
    });
  register(
    'backup_timestamp_seconds',
    'When the last backup was complete',
    async () => (await database.watchTime.findUnique({ where: { name: BACKUP_TIME } }))?.at,
  );
  register('archive_timestamp_seconds', 'When PostgreSQL last archived a segment of its log', () =>
    lastArchived(database),
  );
}
