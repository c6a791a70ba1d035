import { DEMO_AGENT, DEMO_AGENT_PASSWORD } from '@fasocolis/contracts/demo';
import { seedOnce } from '@fasocolis/service-kit/data/seed';
import type { Database, Transaction } from '../database.ts';
import { hashPassword } from '../password.ts';
import { derivedColumns } from '../shared/user-row.ts';

/** Adds nothing when the username or the address is taken. */
export async function seedDemoAgent(database: Database): Promise<void> {
  await seedOnce<Transaction>(database, 'demo-agent', async (transaction) => {
    const agent = { ...DEMO_AGENT, phone: null };
    const derived = derivedColumns(agent);
    const { usernameKey, emailKey } = derived;
    if ((await transaction.user.count({ where: { OR: [{ usernameKey }, { emailKey }] } })) > 0) return;
    const now = new Date();
    const access = { isAgent: true, invitedAt: now, joinedAt: now, emailVerified: true };
    const passwordHash = await hashPassword(DEMO_AGENT_PASSWORD);
    await transaction.user.create({ data: { ...agent, ...derived, ...access, passwordHash } });
  });
}
