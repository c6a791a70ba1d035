import { statfs } from 'node:fs/promises';
import { Gauge, type Registry } from 'prom-client';

/**
 * Tells how much room is left on the disk of this process: in a container that is the one Docker keeps everything on,
 * volumes included unless they were put elsewhere.
 */
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
