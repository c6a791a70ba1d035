import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { AddressInfo, Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { callbackify } from 'node:util';
import type { Certificate } from '@fasocolis/service-kit/testing/certificates';
import { SMTPServer } from 'smtp-server';

/** An email as received. */
export interface ReceivedEmail {
  to: string;
  messageId: string;
  /** The whole source, with decoded quoted-printable text. */
  content: string;
  /** The value of a header field in one line; undefined when there is none. */
  header: (name: string) => string | undefined;
}

/** An error response of the SMTP server. */
export class Refusal extends Error {
  readonly responseCode: number;

  constructor(responseCode: number, message: string) {
    super(message);
    this.responseCode = responseCode;
  }
}

/**
 * A real SMTP server that can reject emails, hang and disconnect.
 * @param tls for STARTTLS, which it does not offer otherwise
 */
export async function startSmtpServer(tls?: Certificate) {
  const sockets = new Set<Socket>();
  const smtpServer = {
    url: '',
    /** Every email whose content was received, whatever the response was. */
    received: [] as ReceivedEmail[],
    /** Called with each received email; throws a `Refusal`, or delays the response. */
    respond: async (_email: ReceivedEmail): Promise<void> => {},
    /** The response to a password. */
    checkPassword: (_password: string, _isEncrypted: boolean): void => {},
    receivedBy: (to: string) => smtpServer.received.filter((email) => email.to === to),
    hangUp() {
      for (const socket of sockets) socket.destroy();
    },
    async close() {
      smtpServer.hangUp();
      await new Promise<void>((resolve) => smtp.close(resolve));
    },
  };
  const smtp = new SMTPServer({
    ...(tls ? { cert: readFileSync(tls.cert), key: readFileSync(tls.key) } : { disabledCommands: ['STARTTLS'] }),
    authOptional: true,
    allowInsecureAuth: true,
    disableReverseLookup: true,
    onAuth({ password }, { secure }, callback) {
      try {
        smtpServer.checkPassword(password ?? '', secure);
        callback(null, { user: 'sender' });
      } catch (error) {
        callback(error as Error);
      }
    },
    onData(stream, session, callback) {
      const response = async () => {
        const raw = await text(stream);
        const email = {
          to: session.envelope.rcptTo[0]?.address ?? '',
          messageId: headerOf(raw, 'Message-ID') ?? '',
          content: readable(raw),
          header: (name: string) => headerOf(raw, name),
        };
        smtpServer.received.push(email);
        await smtpServer.respond(email);
      };
      callbackify(response)((error) => callback(error));
    },
  });
  smtp.on('error', () => {});
  smtp.server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  smtp.listen(0, '127.0.0.1');
  await once(smtp.server, 'listening');
  smtpServer.url = `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`;
  return smtpServer;
}

export type SmtpServer = Awaited<ReturnType<typeof startSmtpServer>>;

function headerOf(raw: string, name: string): string | undefined {
  const [head = ''] = raw.split('\r\n\r\n');
  const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n');
  const start = `${name.toLowerCase()}: `;
  return lines.find((line) => line.toLowerCase().startsWith(start))?.slice(start.length);
}

function readable(raw: string): string {
  const bytes = raw
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_match, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}
