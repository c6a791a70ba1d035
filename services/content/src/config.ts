import { DEFAULT_WHATSAPP_NUMBER } from '@fasocolis/contracts/content';
import { count, loadConfig, serviceEnvironment } from '@fasocolis/service-kit/ops/config';
import * as z from 'zod/mini';

const environment = {
  ...serviceEnvironment,
  RATE_LIMITS: z._default(z.stringbool(), true),
  /** Messages that one address may send in an hour. */
  CONTACT_LIMIT: count(10),
  /** Of a fresh installation; afterwards it is a setting. */
  WHATSAPP_NUMBER: z._default(z.string().check(z.regex(/^\+?\d{9,}$/)), DEFAULT_WHATSAPP_NUMBER),
};

/** @throws Error listing every faulty variable */
export const loadContentConfig = (env: NodeJS.ProcessEnv) => loadConfig('content', environment, env);
