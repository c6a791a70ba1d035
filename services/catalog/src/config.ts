import { httpUrl, loadConfig, serviceEnvironment, serviceUrls } from '@fasocolis/service-kit/ops/config';

const environment = {
  ...serviceEnvironment,
  AUTH_URL: serviceUrls.AUTH_URL,
  PUBLIC_URL: httpUrl,
};

export const loadCatalogConfig = (env: NodeJS.ProcessEnv) => loadConfig('catalog', environment, env);
