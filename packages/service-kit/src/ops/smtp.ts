/**
 * Connection options for nodemailer. Passwords are never sent in plain text: `smtp:` requires STARTTLS when there is a
 * user, `smtps:` is encrypted from the start.
 */
export function smtpConnection(url: string): { url: string; requireTLS: boolean } {
  const { protocol, username } = new URL(url);
  return { url, requireTLS: protocol === 'smtp:' && username !== '' };
}
