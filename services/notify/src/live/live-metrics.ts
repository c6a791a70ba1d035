import { Counter, Gauge, type Registry } from 'prom-client';

export function registerLiveMetrics(registry: Registry, countSockets: () => number) {
  new Gauge({
    name: 'live_sockets',
    help: 'Open live sockets',
    registers: [registry],
    collect() {
      this.set(countSockets());
    },
  });
  return {
    pushes: new Counter({
      name: 'live_pushes_total',
      help: 'Notifications handed to live sockets',
      registers: [registry],
    }),
    cutOff: new Counter({
      name: 'live_sockets_cut_off_total',
      help: 'Live sockets that were cut off because they did not read, did not respond or said too much',
      labelNames: ['reason'],
      registers: [registry],
    }),
  };
}
