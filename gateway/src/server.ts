import { closeGracefully } from '@fasocolis/service-kit/ops/process';
import { startWatchdog } from '@fasocolis/service-kit/ops/watchdog';
import { buildGateway } from './app.ts';
import { loadGatewayConfig } from './config.ts';

const config = loadGatewayConfig(process.env);
const { app, internal } = await buildGateway(config);
startWatchdog('gateway');
closeGracefully(app, () => Promise.all([app.close(), internal.close()]));
if (config.METRICS_PORT !== undefined) {
  app.log.info(`metrics at ${await internal.listen({ host: config.HOST, port: config.METRICS_PORT })}/metrics`);
}
await app.listen({ host: config.HOST, port: config.PORT });
