const LONGEST = 500;

/** Describes an error in one line without `secrets`, which servers may quote. */
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
