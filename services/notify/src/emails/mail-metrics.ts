import { DELIVERY_STATES } from '@fasocolis/contracts/email';
import { Gauge, type Registry } from 'prom-client';
import type { Database } from '../database.ts';

/** Exports the number of emails by state, or nothing while the database is unreachable. */
export function registerMailMetrics(registry: Registry, database: Database): void {
  new Gauge({
    name: 'email_deliveries',
    help: 'Mails by state',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      this.reset();
      const rows = await database.emailDelivery.groupBy({ by: ['state'], _count: true }).catch(() => null);
      if (!rows) return;
      const counts = new Map(rows.map((row) => [row.state.toLowerCase(), row._count]));
      for (const state of DELIVERY_STATES) this.set({ state }, counts.get(state) ?? 0);
    },
  });
}
