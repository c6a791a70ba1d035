import { publishSignal, SIGNALS } from '@fasocolis/service-kit/events/signals';
import { runService } from '@fasocolis/service-kit/ops/run-service';
import { buildApp } from './app.ts';
import { loadNotifyConfig, webhookSettingsOf } from './config.ts';
import { openDatabase } from './database.ts';
import { serveLive } from './live/live-server.ts';
import { PushHosts } from './push/push-hosts.ts';

const config = loadNotifyConfig(process.env);
const database = openDatabase(config.DATABASE_URL);

// Events, emails and periodic work are in worker.ts.
await runService({
  service: 'notify',
  config,
  database,
  async build({ redis, options, clientOf }) {
    const app = await buildApp(
      {
        database,
        auth: clientOf('auth', config.AUTH_URL),
        whatsapp: webhookSettingsOf(config),
        push: {
          privateKey: config.VAPID_PRIVATE_KEY,
          hosts: new PushHosts(config.PUSH_HOSTS),
          orders: clientOf('orders', config.ORDERS_URL),
        },
        redis,
        redisUrl: config.REDIS_URL,
        signalFeed: () => publishSignal(redis, SIGNALS.notifications),
      },
      {
        ...options,
        publicUrl: config.PUBLIC_URL,
        maxDevices: config.RATE_LIMITS ? config.RATE_LIMIT_PUSH_DEVICES : null,
      },
    );
    serveLive(app, { database, redis, config });
    return app;
  },
});
