import { baseEnvironment, loadConfig, redisUrl, serviceUrls } from '@fasocolis/service-kit/config';
import * as z from 'zod/mini';

const environment = {
  ...baseEnvironment,
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  REDIS_URL: redisUrl,
  AUTH_URL: serviceUrls.AUTH_URL,
  DEMO_DATA: z._default(z.stringbool(), false),
};

/** @throws Error listing every faulty variable */
export const loadOrdersConfig = (env: NodeJS.ProcessEnv) => loadConfig('orders', environment, env);
