import { isForeignKeyViolation } from '@fasocolis/service-kit/database';
import { AppError } from '@fasocolis/service-kit/errors';
import type { Database } from '../database.ts';
import type { SavedOrder } from '../generated/prisma/client.ts';

/** Favourites: at most one link between a person and an order. Saving and removing may be repeated. */
export class SavedOrderService {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /**
   * @returns the link, and whether it is new
   * @throws AppError `not-found` when there is no such order
   */
  async save(userId: number, orderId: number): Promise<{ link: SavedOrder; isNew: boolean }> {
    const { count } = await this.#link(userId, orderId);
    const link = await this.#database.savedOrder.findUniqueOrThrow({ where: { userId_orderId: { userId, orderId } } });
    return { link, isNew: count === 1 };
  }

  async #link(userId: number, orderId: number) {
    try {
      return await this.#database.savedOrder.createMany({ data: [{ userId, orderId }], skipDuplicates: true });
    } catch (cause) {
      if (!isForeignKeyViolation(cause)) throw cause;
      throw new AppError('not-found', 'Commande non trouvée', { cause });
    }
  }

  /** Removes the person's own link; does nothing when there is none. */
  async remove(userId: number, orderId: number): Promise<void> {
    await this.#database.savedOrder.deleteMany({ where: { userId, orderId } });
  }

  async isSaved(userId: number, orderId: number): Promise<boolean> {
    return (await this.#database.savedOrder.count({ where: { userId, orderId } })) > 0;
  }

  /** One page of a person's favourites, last saved first, and how many there are in all. */
  async list(userId: number, { offset, limit }: { offset: number; limit: number }) {
    const [rows, total] = await Promise.all([
      this.#database.savedOrder.findMany({
        where: { userId },
        include: { order: true },
        orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
        skip: offset,
        take: limit,
      }),
      this.#database.savedOrder.count({ where: { userId } }),
    ]);
    return { rows, total };
  }
}
