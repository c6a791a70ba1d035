import { ApiError } from '@fasocolis/web-kit/api';

/** What the server itself says about a failure, else `fallback`. */
export const serverMessage = (error: Error, fallback: string): string =>
  (error instanceof ApiError && error.serverMessage) || fallback;
