import { DEFAULT_WHATSAPP_NUMBER } from '@fasocolis/contracts/content';
import { count, loadConfig, serviceEnvironment, serviceUrls } from '@fasocolis/service-kit/ops/config';
import * as z from 'zod/mini';

const environment = {
  ...serviceEnvironment,
  AUTH_URL: serviceUrls.AUTH_URL,
  RATE_LIMITS: z._default(z.stringbool(), true),
  /** Messages per address and hour. */
  RATE_LIMIT_CONTACT_MESSAGES: count(30),
  /** The value of a fresh installation; afterwards it is a setting. */
  WHATSAPP_NUMBER: z._default(z.string().check(z.regex(/^\+?\d{9,}$/)), DEFAULT_WHATSAPP_NUMBER),
};

export const loadContentConfig = (env: NodeJS.ProcessEnv) => loadConfig('content', environment, env);
