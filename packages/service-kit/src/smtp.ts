/**
 * How a mail server is reached, for nodemailer. A user's password never goes over a connection in plain text: over
 * `smtp:` the server has to offer STARTTLS, `smtps:` is encrypted from its start.
 */
export function smtpConnection(url: string): { url: string; requireTLS: boolean } {
  const { protocol, username } = new URL(url);
  return { url, requireTLS: protocol === 'smtp:' && username !== '' };
}
