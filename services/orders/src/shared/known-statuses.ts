import { builtInKind, isBuiltInStatus, type StatusKind, statusLabel } from '@fasocolis/contracts/order-status';
import { oncePerTurn } from '@fasocolis/service-kit/data/database';
import { AppError } from '@fasocolis/service-kit/http/errors';
import type { Database } from '../database.ts';

export const DELIVERED = 'DELIVERED';

interface StatusMeaning {
  label: string;
  /** Null for a status without an active definition. */
  kind: StatusKind | null;
  sentence: string | null;
}

export class KnownStatuses {
  readonly #activeDefinitions;
  /** How many orders have each status, archived ones left out (docs/decisions/0004). */
  readonly counts;

  constructor(database: Database) {
    this.counts = oncePerTurn(() => database.orderStatusCount.groupBy({ by: 'status', _sum: { count: true } }));
    this.#activeDefinitions = oncePerTurn(() =>
      database.orderStatusDefinition.findMany({ where: { isActive: true }, orderBy: { displayOrder: 'asc' } }),
    );
  }

  /** @returns the meaning of each of `statuses`; built-in ones cost no query */
  async meaningsOf(statuses: string[]): Promise<(status: string) => StatusMeaning> {
    const definitions = statuses.every(isBuiltInStatus) ? [] : await this.#activeDefinitions();
    return (status) => {
      if (isBuiltInStatus(status)) return { label: statusLabel(status), kind: builtInKind(status), sentence: null };
      const known = definitions.find(({ code }) => code === status);
      return known ?? { label: statusLabel(status), kind: null, sentence: null };
    };
  }

  async labels(): Promise<(status: string) => string> {
    const labels = new Map((await this.#activeDefinitions()).map(({ code, label }) => [code, label]));
    return (status) => (isBuiltInStatus(status) ? statusLabel(status) : (labels.get(status) ?? statusLabel(status)));
  }

  /** The label of a status that may be set: a built-in one, or one with an active definition. */
  async selectableLabel(status: string): Promise<string> {
    if (isBuiltInStatus(status)) return statusLabel(status);
    const defined = (await this.#activeDefinitions()).find(({ code }) => code === status);
    if (defined) return defined.label;
    throw AppError.field('status', "Ce statut n'existe pas ou n'est plus actif");
  }

  async ended(): Promise<string[]> {
    const definitions = await this.#activeDefinitions();
    const ends = definitions.filter(({ code, kind }) => kind === 'end' && !isBuiltInStatus(code));
    return [DELIVERED, ...ends.map(({ code }) => code)];
  }

  /** The statuses of orders that have not reached their end, from the table of counts. */
  async underWay(): Promise<string[]> {
    const [counts, ended] = await Promise.all([this.counts(), this.ended()]);
    return counts.map(({ status }) => status).filter((status) => !ended.includes(status));
  }
}
