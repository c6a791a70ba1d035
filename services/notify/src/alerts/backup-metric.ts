import { Gauge, type Registry } from '@fasocolis/service-kit/ops/metrics';
import type { Database } from '../database.ts';
import { BACKUP_TIME } from './measurements.ts';

/** Exports when the last backup was complete; nothing before the first one, and while the database is unreachable. */
export function registerBackupMetric(registry: Registry, database: Database): void {
  new Gauge({
    name: 'backup_timestamp_seconds',
    help: 'When the last backup was complete, in seconds since 1970',
    registers: [registry],
    async collect() {
      this.reset();
      const backup = await database.watchTime.findUnique({ where: { name: BACKUP_TIME } }).catch(() => null);
      if (backup) this.set(backup.at.getTime() / 1000);
    },
  });
}
