import { type ServiceName, urlVariableOf } from '@fasocolis/contracts/services';
import { ServiceClient } from '@fasocolis/service-kit/http/service-client';
import { smtpConnection } from '@fasocolis/service-kit/ops/smtp';
import { createTransport } from 'nodemailer';
import type { NotifyConfig } from '../config.ts';
import type { Database } from '../database.ts';
import type { Channel } from '../deliveries/channel.ts';
import type { DeliveryQueue } from '../deliveries/delivery-queue.ts';
import { EmailContents } from './email-contents.ts';
import { fanOut } from './fan-out.ts';

/** Concurrent emails: most of the time is spent waiting for the server. */
const PARALLEL_EMAILS = 10;

interface EmailParts {
  config: NotifyConfig;
  database: Database;
  queue: DeliveryQueue;
}

/** Emails by SMTP; a second one after a crash has the same Message-ID. */
export function emailChannel({ config, database, queue }: EmailParts): Channel {
  const { MAIL_FROM: from, PUBLIC_URL: publicUrl, SMTP_URL } = config;
  const clientOf = (service: ServiceName) =>
    new ServiceClient({ service, baseUrl: config[urlVariableOf(service)], identityKey: config.IDENTITY_KEY });
  const auth = clientOf('auth');
  const [content, orders] = [clientOf('content'), clientOf('orders')];
  const contents = new EmailContents({ database, auth, content, orders, publicUrl });
  const transport = openTransport(config);
  const smtpPassword = decodeURIComponent(new URL(SMTP_URL).password);
  return {
    name: 'email',
    jobs: PARALLEL_EMAILS,
    parallel: 1,
    waitsAtNight: () => false,
    async prepare(delivery) {
      const email = await contents.of(delivery);
      if (typeof email === 'string') return email;
      return {
        recipient: email.recipient,
        secrets: [smtpPassword, email.secret],
        async send() {
          await transport.sendMail({
            ...email.content,
            from,
            to: { name: '', address: email.recipient },
            messageId: `<${delivery.id}@${new URL(publicUrl).hostname}>`,
            headers: { ...email.content.headers, 'Auto-Submitted': 'auto-generated' },
          });
          return true;
        },
      };
    },
    judge: (error) => (isPermanentRefusal(error) ? 'failed' : 'later'),
    expand: (notificationId) => fanOut({ database, auth, queue }, notificationId),
    close: () => transport.close(),
  };
}

/** Opens connections to the SMTP server when they are needed. The caller closes them. */
export function openTransport({ SMTP_URL, MAIL_TIMEOUT_MS }: NotifyConfig) {
  return createTransport({
    ...smtpConnection(SMTP_URL),
    pool: true,
    maxConnections: PARALLEL_EMAILS,
    // Retries are the queue's: nodemailer's own could send an email twice.
    maxRequeues: 0,
    connectionTimeout: MAIL_TIMEOUT_MS,
    greetingTimeout: MAIL_TIMEOUT_MS,
    socketTimeout: MAIL_TIMEOUT_MS,
    dnsTimeout: MAIL_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** nodemailer's errors about the email itself, not the connection. */
const ABOUT_THE_EMAIL = new Set(['EENVELOPE', 'EMESSAGE']);

/**
 * Whether the SMTP server rejected this email permanently (5xx to its addresses or content). A rejected sign-in is also
 * a 5xx, but a fault of our settings: emails stay pending until it is corrected.
 */
function isPermanentRefusal(error: unknown): boolean {
  const { code = '', responseCode = 500 } = error as { code?: string; responseCode?: number };
  return ABOUT_THE_EMAIL.has(code) && responseCode >= 500;
}
