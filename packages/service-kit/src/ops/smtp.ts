/** Passwords are never sent in plain text: `smtp:` requires STARTTLS when there is a user. */
export function smtpConnection(url: string): { url: string; requireTLS: boolean } {
  const { protocol, username } = new URL(url);
  return { url, requireTLS: protocol === 'smtp:' && username !== '' };
}
