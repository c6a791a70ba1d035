import { DELIVERY_STATES } from '@fasocolis/contracts/email';
import { Gauge, type Registry } from 'prom-client';
import type { Database } from '../database.ts';
import type { SweptQueue } from './swept-queue.ts';

/** Tells at every look how many mails are in each state and how long the queue is. What cannot be asked is left out. */
export function registerMailMetrics(registry: Registry, database: Database, queue: SweptQueue): void {
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
  new Gauge({
    name: 'email_queue_jobs',
    help: 'Jobs of the mail queue by state',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      this.reset();
      const depth = await queue.depth().catch(() => ({}));
      for (const [state, jobs] of Object.entries(depth)) this.set({ state }, jobs);
    },
  });
}
