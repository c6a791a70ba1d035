import { vi } from 'vitest';
import type { CommonStack } from './common-stack.ts';

/** Registers a user with the address `<username>@example.com`. */
export async function registerNewcomer(stack: Pick<CommonStack, 'url'>, username: string) {
  const email = `${username}@example.com`;
  const response = await fetch(`${stack.url}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ firstName: 'Awa', lastName: 'Sanou', username, email, password: 'Colis-1234' }),
  });
  const { id } = (await response.json()) as { id: number };
  return { id, email, cookie: response.headers.getSetCookie()[0]?.split(';')[0] ?? '' };
}

/** The token of the verification link in the email to an address, once it has arrived. */
export const verificationTokenOf = (stack: Pick<CommonStack, 'emailsUrl'>, email: string): Promise<string> =>
  vi.waitFor(
    async () => {
      const response = await fetch(`${stack.emailsUrl}/api/email`);
      const emails = (await response.json()) as { to: { address: string }[]; text: string }[];
      const message = emails.find(({ to }) => to.some(({ address }) => address === email));
      const token = /verify-email\?token=([\w-]+)/.exec(message?.text ?? '')?.[1];
      if (!token) throw new Error(`No verification link has arrived at ${email}.`);
      return token;
    },
    { timeout: 15_000, interval: 100 },
  );
