import { baseEnvironment, loadConfig, redisUrl } from '@fasocolis/service-kit/config';
import * as z from 'zod/mini';

const environment = {
  ...baseEnvironment,
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  REDIS_URL: redisUrl,
  /** The address people type: addresses of images begin with it. */
  PUBLIC_URL: z.url({ protocol: /^https?$/ }),
  DEMO_DATA: z._default(z.stringbool(), false),
};

/** @throws Error listing every faulty variable */
export const loadCatalogConfig = (env: NodeJS.ProcessEnv) => loadConfig('catalog', environment, env);
