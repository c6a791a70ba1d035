import { httpUrl, loadConfig, serviceEnvironment } from '@fasocolis/service-kit/ops/config';

const environment = {
  ...serviceEnvironment,
  /** The public URL: URLs of images begin with it. */
  PUBLIC_URL: httpUrl,
};

/** @throws Error listing every invalid variable */
export const loadCatalogConfig = (env: NodeJS.ProcessEnv) => loadConfig('catalog', environment, env);
