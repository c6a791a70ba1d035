import { Redis } from 'ioredis';
import { startStrictProvider } from '../../services/auth/test/openid-provider.ts';
import { startTemporaryStack } from '../stack/temporary-stack.ts';

/**
 * Starts the whole product on free ports and fresh data, as `npm start` does, for all browser tests of a run. A provider
 * on this machine stands for Google; Facebook and Apple are not configured.
 */
export default async function startProduct(): Promise<() => Promise<void>> {
  const google = await startStrictProvider();
  Object.assign(process.env, google.environment);
  const stack = await startTemporaryStack('e2e');
  google.open(stack.publicUrl);
  process.env.E2E_URL = stack.url;
  process.env.E2E_EMAILS_URL = stack.emailsUrl ?? '';
  process.env.E2E_REDIS_URL = stack.redisUrl;
  process.env.E2E_ORDERS_DATABASE_URL = stack.databases.orders;
  return async () => {
    const redis = new Redis(stack.redisUrl);
    const refused = (await redis.call('acl', 'log')) as unknown[];
    redis.disconnect();
    if (refused.length > 0) throw new Error(`infra/redis/users.acl lacks a right: ${JSON.stringify(refused)}`);
    await stack.stop();
    await google.stop();
  };
}
