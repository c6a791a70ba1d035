import { MILESTONE_UNDO_MS } from '@fasocolis/contracts/milestones';
import { count, loadConfig, serviceEnvironment, serviceUrls } from '@fasocolis/service-kit/ops/config';

const environment = {
  ...serviceEnvironment,
  AUTH_URL: serviceUrls.AUTH_URL,
  /** After how many days without an event an order is "sans nouvelles", by mode of transport. */
  SILENCE_DAYS_AIR: count(4),
  SILENCE_DAYS_SEA: count(12),
  SILENCE_DAYS_UNKNOWN: count(7),
  MILESTONE_UNDO_MS: count(MILESTONE_UNDO_MS),
};

export const loadOrdersConfig = (env: NodeJS.ProcessEnv) => loadConfig('orders', environment, env);
