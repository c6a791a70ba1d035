import { ADMIN_ID } from '@fasocolis/contracts/auth';
import type { AdministratorAddress, EmailRecipient, EmailRefusal } from '@fasocolis/contracts/email';
import { AppError } from '@fasocolis/service-kit/http/errors';
import type { Database } from '../database.ts';
import { UserProofs } from '../shared/user-proofs.ts';
import { isStaffMember } from '../shared/user-row.ts';

const WANTS_EMAILS = { emailVerified: true, notifyByEmail: true } as const;

export class EmailService {
  readonly #database: Database;
  readonly #tokens: UserProofs;

  constructor(database: Database, signingKey: string) {
    this.#database = database;
    this.#tokens = new UserProofs(signingKey, 'unsubscribe');
  }

  async recipient(userId: number): Promise<EmailRecipient | EmailRefusal | null> {
    const user = await this.#database.user.findUnique({ where: { id: userId } });
    if (!user) return null;
    const { email, emailVerified, notifyByEmail, firstName } = user;
    if (email === null) return { userId, refusal: 'no-address' };
    if (!emailVerified) return { userId, refusal: 'unverified-address' };
    if (!notifyByEmail) return { userId, refusal: 'opted-out' };
    const isStaff = isStaffMember(user);
    return { userId, email, firstName, unsubscribeToken: this.#tokens.issue(userId), ...(isStaff && { isStaff }) };
  }

  /** Independent of the administrator's choice about order emails. */
  async administrator(): Promise<AdministratorAddress | null> {
    const user = await this.#database.user.findUnique({ where: { id: ADMIN_ID } });
    if (!user || user.email === null) return null;
    return { email: user.email, firstName: user.firstName };
  }

  async recipientIds(after: number, limit: number): Promise<number[]> {
    const rows = await this.#database.user.findMany({
      where: { id: { gt: after }, email: { not: null }, ...WANTS_EMAILS },
      orderBy: { id: 'asc' },
      take: limit,
      select: { id: true },
    });
    return rows.map(({ id }) => id);
  }

  async audience(): Promise<{ customers: number; byEmail: number }> {
    const customer = { role: 'USER', isAgent: false } as const;
    const [customers, byEmail] = await Promise.all([
      this.#database.user.count({ where: customer }),
      this.#database.user.count({ where: { ...customer, email: { not: null }, ...WANTS_EMAILS } }),
    ]);
    return { customers, byEmail };
  }

  /** Idempotent. */
  async unsubscribe(token: string): Promise<void> {
    const id = this.#tokens.userIdOf(token);
    if (id === null) throw new AppError('bad-request', 'Ce lien de désabonnement est invalide.');
    await this.#database.user.updateMany({
      where: { id, notifyByEmail: true },
      data: { notifyByEmail: false, updatedAt: new Date() },
    });
  }
}
