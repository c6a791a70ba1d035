import { httpUrl, loadConfig, serviceEnvironment, serviceUrls } from '@fasocolis/service-kit/ops/config';

const environment = {
  ...serviceEnvironment,
  AUTH_URL: serviceUrls.AUTH_URL,
  /** The public URL: URLs of images begin with it. */
  PUBLIC_URL: httpUrl,
};

export const loadCatalogConfig = (env: NodeJS.ProcessEnv) => loadConfig('catalog', environment, env);
