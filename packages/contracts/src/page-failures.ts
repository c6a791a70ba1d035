import * as z from 'zod/mini';
import { atMost } from './common.ts';

/** Cuts off what is longer: a report is not refused for its length. */
const shortened = (max: number) =>
  z.string().check(
    z.overwrite((text) => text.slice(0, max)),
    atMost(max),
  );

/** A rendered page whose scripts have failed in a browser, where it stays as the server sent it. */
export const PageFailureSchema = z.object({
  page: shortened(200),
  message: shortened(500),
  browser: shortened(300),
});
export type PageFailure = z.infer<typeof PageFailureSchema>;
