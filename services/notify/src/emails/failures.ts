const LONGEST = 500;

/** nodemailer's errors about the email itself, not the connection. */
const ABOUT_THE_MAIL = new Set(['EENVELOPE', 'EMESSAGE']);

/**
 * Whether the SMTP server rejected this email permanently (5xx to its addresses or content). A rejected sign-in is also
 * a 5xx, but about our settings: emails wait for their correction.
 */
export function isPermanentRefusal(error: unknown): boolean {
  const { code = '', responseCode = 500 } = error as { code?: string; responseCode?: number };
  return ABOUT_THE_MAIL.has(code) && responseCode >= 500;
}

/** Describes an error in one line, without any of `secrets`, which SMTP servers like to quote. */
export function describeFailure(error: unknown, secrets: readonly string[]): string {
  let text = messagesOf(error).join(': ');
  for (const secret of secrets.filter(Boolean)) text = text.replaceAll(secret, '…');
  return text.replace(/\p{Cc}+/gu, ' ').slice(0, LONGEST);
}

function messagesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  const { code } = error as { code?: string };
  // Several rejected addresses make an error with a code but no message.
  return [error.message || (code ?? error.name), ...messagesOf(error.cause)];
}
