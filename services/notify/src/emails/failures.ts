const LONGEST = 500;

/** Errors of nodemailer about this mail: its addresses or its content, not the way to the server. */
const ABOUT_THE_MAIL = new Set(['EENVELOPE', 'EMESSAGE']);

/**
 * Whether the mail server refused this very mail for good (5xx to its addresses or content). A refused sign-in is
 * also a 5xx, but about our settings: mails wait for their correction.
 */
export function isPermanentRefusal(error: unknown): boolean {
  const { code = '', responseCode = 500 } = error as { code?: string; responseCode?: number };
  return ABOUT_THE_MAIL.has(code) && responseCode >= 500;
}

/** What went wrong, in a line for operators: without any of `secrets`, which mail servers like to quote. */
export function describeFailure(error: unknown, secrets: readonly string[]): string {
  let text = messagesOf(error).join(': ');
  for (const secret of secrets.filter(Boolean)) text = text.replaceAll(secret, '…');
  return text.replace(/\p{Cc}+/gu, ' ').slice(0, LONGEST);
}

function messagesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  const { code } = error as { code?: string };
  // Several addresses refused at once make an error with a code and no message.
  return [error.message || (code ?? error.name), ...messagesOf(error.cause)];
}
