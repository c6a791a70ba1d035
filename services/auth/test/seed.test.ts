import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { call } from '@fasocolis/service-kit/testing/harness';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedAdministrator } from '../src/seed/administrator.ts';
import { seedDemoAgent, seedDemoCustomers } from '../src/seed/demo-accounts.ts';
import { ADMIN_PASSWORD, type Auth, startAuth } from './helpers.ts';

let auth: Auth;
beforeAll(async () => {
  auth = await startAuth();
});
afterAll(() => auth.close());

describe('the seed of auth', () => {
  it('creates user 1 as the principal administrator [SEED-001, ENT-004, CONST-063]', async () => {
    const response = await auth.login('admin', ADMIN_PASSWORD);
    expect(response.json()).toMatchObject({
      id: 1,
      username: 'admin',
      email: 'Admin@Example.com',
      emailVerified: true,
      firstName: 'Admin',
      lastName: 'Principal',
      provider: null,
      isAdmin: true,
    });
    const { exitCode, output } = await runMigrate({ ADMIN_EMAIL: 'a@example.com' });
    expect(exitCode).not.toBe(0);
    expect(output).toMatch(/ADMIN_PASSWORD/);
  });

  it('leaves id 2 to the next user [SEED-002]', async () => {
    const fresh = await startAuth();
    expect(await fresh.database.user.count()).toBe(1);
    expect((await fresh.createUser()).id).toBe(2);
    await fresh.close();
  });

  it('changes nothing when it runs again, not even a password that was changed in between', async () => {
    const fresh = await startAuth();
    await fresh.database.user.update({ where: { id: 1 }, data: { firstName: 'Salif', emailKey: 'new@example.com' } });
    await seedAdministrator(fresh.database, { email: 'other@example.com', password: 'Other-1234' });
    expect((await fresh.login('admin', ADMIN_PASSWORD)).json()).toMatchObject({ firstName: 'Salif' });
    expect((await fresh.login('admin', 'Other-1234')).statusCode).toBe(401);
    await fresh.close();
  });

  it('adds two customers in demo mode [SEED-009]', async () => {
    const fresh = await startAuth();
    await seedDemoCustomers(fresh.database);
    await seedDemoCustomers(fresh.database);
    expect((await fresh.login('client', 'Client-1234')).json()).toMatchObject({
      id: 2,
      email: 'client@example.com',
      emailVerified: false,
      phone: '+226 70123456',
      isAdmin: false,
    });
    expect((await fresh.login('cliente2@example.com', 'Client-1234')).json()).toMatchObject({ username: 'cliente2' });
    expect((await fresh.createUser()).id).toBe(4);
    await fresh.close();
  });

  it('adds an agent in demo mode, unless the name is taken', async () => {
    const fresh = await startAuth();
    await seedDemoAgent(fresh.database);
    expect((await fresh.login('agent', 'Agent-1234')).json()).toMatchObject({ isAdmin: false, isAgent: true });
    await fresh.close();
    const used = await startAuth();
    await used.createUser({ username: 'Agent' });
    await seedDemoAgent(used.database);
    expect(await used.database.user.count({ where: { isAgent: true } })).toBe(0);
    await used.close();
  });

  it('refuses demo mode where other users have the ids of the demo customers', async () => {
    const fresh = await startAuth();
    const { id } = await fresh.createUser();
    await expect(seedDemoCustomers(fresh.database)).rejects.toThrow('DEMO_DATA needs a fresh installation');
    expect(await fresh.database.user.count()).toBe(2);
    expect(
      (await call(fresh.app, { url: '/api/user' }, { kind: 'user', userId: id, isAdmin: false, sessionKey: 'k' }))
        .statusCode,
    ).toBe(200);
    await fresh.close();
  });
});

async function runMigrate(env: NodeJS.ProcessEnv) {
  const { ADMIN_PASSWORD: _, ...inherited } = process.env;
  const child = spawn(process.execPath, [join(import.meta.dirname, '../src/migrate.ts')], {
    env: { ...inherited, DATABASE_URL: auth.databaseUrl, ...env },
  });
  let output = '';
  child.stderr.on('data', (chunk) => {
    output += chunk;
  });
  const [exitCode] = await once(child, 'close');
  return { exitCode, output };
}
