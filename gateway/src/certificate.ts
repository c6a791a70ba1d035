import { connect } from 'node:tls';
import { Gauge, type Registry } from '@fasocolis/service-kit/ops/metrics';
import type { GatewayConfig } from './config.ts';

const TIMEOUT_MS = 2000;

/** Exports the expiry time of the site's certificate, 0 when it cannot be read. No metric without HTTPS. */
export function registerCertificateMetric(
  registry: Registry,
  { PUBLIC_URL, CERTIFICATE_ADDRESS }: Pick<GatewayConfig, 'PUBLIC_URL' | 'CERTIFICATE_ADDRESS'>,
): void {
  const { protocol, hostname } = new URL(PUBLIC_URL);
  if (protocol !== 'https:' || !CERTIFICATE_ADDRESS) return;
  new Gauge({
    name: 'certificate_expiry_timestamp_seconds',
    help: "End of the site's certificate, in seconds since 1970; 0 when it cannot be had",
    registers: [registry],
    async collect() {
      this.set(await certificateEnd(CERTIFICATE_ADDRESS, hostname).catch(() => 0));
    },
  });
}

function certificateEnd(address: string, servername: string): Promise<number> {
  const [host = '', port = ''] = address.split(':');
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const socket = connect({ host, port: Number(port), servername, rejectUnauthorized: false });
  socket.setTimeout(TIMEOUT_MS, () => socket.destroy(new Error('no certificate in time')));
  socket.once('error', reject);
  socket.once('secureConnect', () => {
    resolve(Date.parse(socket.getPeerCertificate().valid_to) / 1000);
    socket.end();
  });
  return promise;
}
