import { httpUrl, loadConfig, serviceEnvironment } from '@fasocolis/service-kit/ops/config';

const environment = {
  ...serviceEnvironment,
  /** The address people type: addresses of images begin with it. */
  PUBLIC_URL: httpUrl,
};

/** @throws Error listing every faulty variable */
export const loadCatalogConfig = (env: NodeJS.ProcessEnv) => loadConfig('catalog', environment, env);
