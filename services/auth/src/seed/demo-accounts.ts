import { DEMO_AGENT, DEMO_AGENT_PASSWORD, DEMO_CUSTOMERS, DEMO_PASSWORD } from '@fasocolis/contracts/demo';
import { seedOnce } from '@fasocolis/service-kit/data/seed';
import type { Database, Transaction } from '../database.ts';
import { hashPassword } from '../password.ts';
import { derivedColumns } from '../shared/user-row.ts';
import { continueIdsAfterSeed } from './administrator.ts';

const PHONE = '+226 70123456';

/** @throws Error when their ids are taken: demo mode is for fresh installations */
export async function seedDemoCustomers(database: Database): Promise<void> {
  await seedOnce<Transaction>(database, 'demo-customers', async (transaction) => {
    const passwordHash = await hashPassword(DEMO_PASSWORD);
    if ((await transaction.user.count({ where: { id: { in: DEMO_CUSTOMERS.map(({ id }) => id) } } })) > 0) {
      throw new Error('DEMO_DATA needs a fresh installation: the ids of the demo customers are taken');
    }
    await transaction.user.createMany({
      data: DEMO_CUSTOMERS.map((customer) => ({ ...customer, phone: PHONE, passwordHash })).map((customer) => ({
        ...customer,
        ...derivedColumns(customer),
      })),
    });
    await continueIdsAfterSeed(transaction);
  });
}

/** Adds nothing when the username or the address exists. */
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
