import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { testIdentityVariables } from '@fasocolis/service-kit/testing/harness';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Auth, startAuth } from './helpers.ts';
import { startService } from './service-process.ts';
import { createTwoFactorUser } from './two-factor-helpers.ts';

let auth: Auth;
let service: Awaited<ReturnType<typeof startService>>;
let stopService: () => Promise<void>;
beforeAll(async () => {
  auth = await startAuth();
  service = await startService(auth, (stop) => (stopService = stop));
});
afterAll(async () => {
  await stopService();
  await auth.close();
});

/** Runs the command in the environment of the service. */
async function disable(...args: string[]) {
  const command = spawn(process.execPath, [join(import.meta.dirname, '../src/two-factor/disable.ts'), ...args], {
    env: { ...process.env, ...testIdentityVariables('auth'), PORT: new URL(service.url).port },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [command.stdout, command.stderr]) stream.on('data', (text) => (output += text));
  const [code] = await once(command, 'close');
  return { code, output };
}

describe('the command that switches the second factor of a locked-out user off', () => {
  it('does it, writes an audit line to the log of the service and reports it by email', async () => {
    const { user } = await createTwoFactorUser(auth);
    expect(await disable(user.username)).toEqual({
      code: 0,
      output: `La validation en deux étapes est désactivée pour « ${user.username} ».\n`,
    });
    expect((await auth.login(user.username, 'Secret-123')).statusCode).toBe(200);
    const where = { userId: user.id, kind: 'SECOND_FACTOR_DISABLED' } as const;
    expect(await auth.database.userToken.count({ where })).toBe(1);
    await expect.poll(service.audited).toContainEqual([user.id, 'second-factor-change', 'success']);
  });

  it('fails with a reason when it is off already', async () => {
    const { username } = await auth.createUser();
    const output = "La validation en deux étapes n'est pas activée.\n";
    expect(await disable(username)).toEqual({ code: 1, output });
  });

  it('fails with a reason for an unknown user', async () => {
    expect(await disable('inconnue')).toEqual({ code: 1, output: 'Utilisateur non trouvé\n' });
  });

  it('explains its argument', async () => {
    expect(await disable()).toEqual({ code: 2, output: "Usage : disable.ts <nom d'utilisateur ou email>\n" });
  });
});
