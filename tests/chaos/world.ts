import type { Consignment } from '@fasocolis/contracts/consignments';
import type { MilestoneDefinition } from '@fasocolis/contracts/milestones';
import type { Order } from '@fasocolis/contracts/orders';
import type { TestPhone } from '@fasocolis/service-kit/testing/push-service';

/** What clients write. checks.ts has a query for each kind. */
const WRITES = [
  ...(['orders', 'events', 'saved', 'consignments', 'members', 'milestones'] as const),
  ...(['scans', 'handovers', 'messages', 'notifications', 'devices', 'payments'] as const),
  ...(['pieces', 'announcements', 'withdrawals'] as const),
] as const;
export type WriteKind = (typeof WRITES)[number];

/** Acknowledged: it is stored exactly once, or not at all when it is a removal. Unknown: once or not at all. */
export interface Write {
  state: 'acknowledged' | 'unknown';
  count: 0 | 1;
}

/** What is known of the installation: the model that commands read and change. */
export class World {
  readonly orders: (Pick<Order, 'id' | 'reference'> & { pieces?: number })[] = [];
  readonly consignments: Pick<Consignment, 'id' | 'mode'>[] = [];
  /** The ids of milestones. */
  readonly milestones: number[] = [];
  /** Courier numbers of parcels on their way to the warehouse. */
  readonly announced: string[] = [];
  readonly phones: TestPhone[] = [];
  readonly definitions: MilestoneDefinition[] = [];
  readonly customers: number[] = [];
  readonly writes = Object.fromEntries(WRITES.map((kind) => [kind, new Map()])) as Record<
    WriteKind,
    Map<string, Write>
  >;
  /** Commands by name. */
  readonly commands = new Map<string, number>();
  readonly violations: string[] = [];
  /** Requests without a response, and responses with 502 to 504. */
  interruptions = 0;
  /** Whether there were faults, whose effects end some time after them. */
  isDisturbed = false;
  /** How often Redis has lost the sessions. */
  wipes = 0;
  isOver = false;
  #serial = 0;

  /** A number for a name that nothing else has. */
  next(): string {
    this.#serial += 1;
    return String(this.#serial).padStart(6, '0');
  }

  record(kind: WriteKind, key: string, state: Write['state'], count: Write['count'] = 1): void {
    this.writes[kind].set(key, { state, count });
  }

  keysOf(kind: WriteKind, state: Write['state']): string[] {
    return [...this.writes[kind]].filter(([, write]) => write.state === state).map(([key]) => key);
  }

  violate(text: string): void {
    this.violations.push(text);
  }
}
