import { join } from 'node:path';
import { claimPort, freePort, portFault } from './ports.ts';
import type { Supervisor } from './supervisor.ts';

const USUAL_PORT = 1080;

/** The port of the email catcher's page: the given one, for 0 a free one, by default 1080 or a free one. */
export async function claimEmailsPort(wanted: number | undefined, log: (line: string) => void): Promise<number> {
  if (wanted !== undefined) return claimPort(wanted, 'MAIL_PORT');
  if ((await portFault(USUAL_PORT)) === undefined) return USUAL_PORT;
  const port = await freePort();
  log(`Le port ${USUAL_PORT} est pris : les e-mails se lisent sur le port ${port}.`);
  return port;
}

/** Starts the email catcher (maildev), which delivers nothing. @returns its SMTP and web URLs */
export async function startEmailCatcher(supervisor: Supervisor, port: number) {
  const smtp = await freePort();
  supervisor.start({
    name: 'maildev',
    kind: 'mail',
    command: process.execPath,
    args: [join(import.meta.dirname, '../mail/server.ts')],
    env: { ...process.env, SMTP_PORT: String(smtp), WEB_PORT: String(port) },
    port,
  });
  const emailsUrl = `http://localhost:${port}`;
  await supervisor.until(
    async () => (await fetch(`${emailsUrl}/api/healthz`).catch(() => undefined))?.ok ?? false,
    () => "L'attrape-courriel maildev ne répond pas : voyez logs/maildev.log.",
  );
  return { smtpUrl: `smtp://127.0.0.1:${smtp}`, emailsUrl };
}
