import { statfs } from 'node:fs/promises';
import { Gauge, type Registry } from 'prom-client';

/** Exports the free space of the process's disk, which in a container is Docker's, including volumes by default. */
export function registerDiskMetrics(registry: Registry): void {
  new Gauge({
    name: 'disk_free_ratio',
    help: 'Share of the disk that is free, from 0 to 1',
    registers: [registry],
    async collect() {
      const { bavail, blocks } = await statfs('/');
      this.set(bavail / blocks);
    },
  });
}
