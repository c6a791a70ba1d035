import { loadConfig, serviceEnvironment, serviceUrls } from '@fasocolis/service-kit/ops/config';

const environment = {
  ...serviceEnvironment,
  AUTH_URL: serviceUrls.AUTH_URL,
};

/** @throws Error listing every faulty variable */
export const loadOrdersConfig = (env: NodeJS.ProcessEnv) => loadConfig('orders', environment, env);
