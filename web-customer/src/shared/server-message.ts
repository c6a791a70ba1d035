import { ApiError } from '@fasocolis/web-kit/api';

/** The server's message about a failure, else `fallback`. */
export const serverMessage = (error: Error, fallback: string): string =>
  (error instanceof ApiError && error.serverMessage) || fallback;
