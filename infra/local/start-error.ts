/** An error whose message is printed as it is, without a stack trace. */
export class StartError extends Error {
  override name = 'StartError';
}
