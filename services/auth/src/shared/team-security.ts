import type { SessionStore } from '@fasocolis/service-kit/auth/sessions';
import { type Actor, changeLogger } from '@fasocolis/service-kit/data/change-log';
import type { Database, Transaction } from '../database.ts';
import type { User } from '../generated/prisma/client.ts';
import { lockUser } from './user-row.ts';

const ONLY_ROW = { id: 1 };

const isStaff = ({ role, isAgent }: User) => role === 'ADMIN' || isAgent;

const logSecurity = changeLogger('team-security', (values: { requiresSecondFactor: boolean }) => ({
  id: 'second-factor',
  name: 'Deux étapes',
  values,
}));

export class TeamSecurity {
  readonly #database: Database;
  readonly #sessions: SessionStore;

  constructor({ database, sessions }: { database: Database; sessions: SessionStore }) {
    this.#database = database;
    this.#sessions = sessions;
  }

  async requiresSecondFactor(database: Database | Transaction = this.#database): Promise<boolean> {
    return (await database.teamSecurity.findUnique({ where: ONLY_ROW }))?.requiresSecondFactor ?? false;
  }

  /** Whether the user may not switch the second factor off, or has to set it up. */
  async requiresOf(user: User, database: Database | Transaction = this.#database): Promise<boolean> {
    return isStaff(user) && (await this.requiresSecondFactor(database));
  }

  /** Staff without a second factor can only set it up from then on, also in open sessions. */
  async change(requiresSecondFactor: boolean, actor: Actor): Promise<void> {
    const after = { requiresSecondFactor };
    await this.#database.$transaction(async (transaction) => {
      const before = { requiresSecondFactor: await this.requiresSecondFactor(transaction) };
      await transaction.teamSecurity.upsert({ where: ONLY_ROW, create: { ...ONLY_ROW, ...after }, update: after });
      await logSecurity(transaction, actor, 'changed', { before, after });
    });
    const staff = await this.#database.user.findMany({
      where: { OR: [{ role: 'ADMIN' }, { isAgent: true }] },
      select: { id: true },
    });
    for (const { id } of staff) await this.#apply(id);
  }

  async #apply(id: number): Promise<void> {
    await this.#database.$transaction(async (transaction) => {
      const user = await lockUser(transaction, id);
      if (user) await this.applyTo(user, transaction);
    });
  }

  async applyTo(user: User, transaction: Transaction): Promise<void> {
    await this.#sessions.update(user.id, { needsSecondFactor: await this.needsSecondFactor(user, transaction) });
  }

  /** Whether the user is staff and has to set the second factor up before anything else. */
  async needsSecondFactor(user: User, database: Database | Transaction): Promise<boolean> {
    return user.secondFactorSince === null && (await this.requiresOf(user, database));
  }
}
