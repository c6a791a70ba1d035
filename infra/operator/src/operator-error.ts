/** An error whose message is shown at the terminal as it is, without a stack trace. */
export class OperatorError extends Error {
  override name = 'OperatorError';
}
