/** A fault whose message is a sentence for the person at the terminal: shown as it is, without a stack trace. */
export class OperatorError extends Error {
  override name = 'OperatorError';
}
