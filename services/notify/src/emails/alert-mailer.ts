import { ALERTS, type AlertKind } from '@fasocolis/contracts/alert-words';
import { frenchFormat } from '@fasocolis/contracts/dates';
import type { AdministratorAddress } from '@fasocolis/contracts/email';
import { accountOperations } from '@fasocolis/contracts/operations/accounts';
import type { ServiceClient } from '@fasocolis/service-kit/http/service-client';
import type { NotifyConfig } from '../config.ts';
import { openTransport } from './email-channel.ts';
import { note, type RenderedEmail, renderEmail } from './templates/layout.ts';

interface MailedAlert {
  id: number;
  kind: string;
  detail: string;
  beganAt: Date;
}

const moment = frenchFormat({ dateStyle: 'long', timeStyle: 'short' });

function alertEmail(
  { kind, detail, beganAt }: MailedAlert,
  phase: 'began' | 'ended',
  { firstName, link }: { firstName: string; link: string },
): RenderedEmail {
  const { title, action } = ALERTS[kind as AlertKind];
  const since = moment(beganAt);
  return renderEmail({
    firstName,
    subject: phase === 'began' ? `Alerte : ${title}` : `Fini : ${title}`,
    paragraphs:
      phase === 'began' ? [detail, `Que faire\u00a0: ${action}`] : [`L'alerte du ${since} (GMT) est finie.`, detail],
    link,
    button: 'Ouvrir le tableau de bord',
    notes: [note('Un email part quand une alerte commence, et un quand elle finit.')],
  });
}

export class AlertMailer {
  readonly #config: NotifyConfig;
  readonly #auth: ServiceClient;
  readonly #transport: ReturnType<typeof openTransport>;
  /** The last known one: auth does not respond while its database is away. */
  #administrator: AdministratorAddress | null;

  constructor(config: NotifyConfig, auth: ServiceClient) {
    this.#config = config;
    this.#auth = auth;
    this.#transport = openTransport(config);
    this.#administrator = config.ADMIN_EMAIL ? { email: config.ADMIN_EMAIL, firstName: '' } : null;
  }

  async refresh(): Promise<void> {
    const found = await this.#auth
      .find(accountOperations.getAdministratorAddress, crypto.randomUUID())
      .catch(() => undefined);
    if (found !== undefined) this.#administrator = found;
  }

  async send(alert: MailedAlert, phase: 'began' | 'ended'): Promise<void> {
    if (!this.#administrator) return;
    const { email, firstName } = this.#administrator;
    const { PUBLIC_URL, MAIL_FROM: from } = this.#config;
    const { hostname } = new URL(PUBLIC_URL);
    await this.#transport.sendMail({
      ...alertEmail(alert, phase, { firstName, link: new URL('/admin', PUBLIC_URL).href }),
      from,
      to: { name: '', address: email },
      messageId: `<alert-${alert.id}-${phase}@${hostname}>`,
      headers: { 'Auto-Submitted': 'auto-generated' },
    });
  }

  async close(): Promise<void> {
    this.#transport.close();
  }
}
