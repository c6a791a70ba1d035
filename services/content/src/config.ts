import { DEFAULT_WHATSAPP_NUMBER } from '@fasocolis/contracts/content';
import { baseEnvironment, loadConfig, redisUrl } from '@fasocolis/service-kit/config';
import * as z from 'zod/mini';

const environment = {
  ...baseEnvironment,
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  REDIS_URL: redisUrl,
  RATE_LIMITS: z._default(z.stringbool(), true),
  /** Messages that one address may send in an hour. */
  CONTACT_LIMIT: z._default(z.coerce.number().check(z.int(), z.gte(1)), 10),
  /** Of a fresh installation; afterwards it is a setting. */
  WHATSAPP_NUMBER: z._default(z.string().check(z.regex(/^\+?\d{9,}$/)), DEFAULT_WHATSAPP_NUMBER),
  DEMO_DATA: z._default(z.stringbool(), false),
};

/** @throws Error listing every faulty variable */
export const loadContentConfig = (env: NodeJS.ProcessEnv) => loadConfig('content', environment, env);
