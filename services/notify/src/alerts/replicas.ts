import { lookup } from 'node:dns/promises';
import { hostname } from 'node:os';

const TIMEOUT_MS = 3000;

export interface Replica {
  process: string;
  /** Where it responds; a container that restarts keeps its address. */
  instance: string;
  values: (metric: string, labels?: Record<string, string>) => number[];
}

export async function replicasOf(process: string, url: string): Promise<Replica[]> {
  const { hostname: host } = new URL(url);
  const addresses = await lookup(host, { all: true }).catch(() => []);
  const found = await Promise.all(
    addresses.map(async ({ address, family }) => {
      const target = new URL('/metrics', url);
      target.hostname = family === 6 ? `[${address}]` : address;
      const response = await fetch(target, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(() => null);
      const text = response?.ok ? await response.text().catch(() => null) : null;
      return text === null ? [] : [replicaFrom(process, target.host, text)];
    }),
  );
  return found.flat();
}

export const ownReplica = (process: string, metrics: string): Replica => replicaFrom(process, hostname(), metrics);

const SAMPLE = /^(\w+)(?:\{(.*)\})? (\S+)$/gm;
const LABEL = /(\w+)="([^"]*)"/g;

/** From the text format of Prometheus, as prom-client writes it. */
function replicaFrom(process: string, instance: string, text: string): Replica {
  const samples = [...text.matchAll(SAMPLE)].map(([, metric, labels = '', value]) => ({
    metric,
    labels: Object.fromEntries([...labels.matchAll(LABEL)].map(([, name = '', of]) => [name, of])),
    value: Number(value),
  }));
  return {
    process,
    instance,
    values: (wanted, labels = {}) =>
      samples
        .filter(
          ({ metric, labels: own }) => metric === wanted && Object.entries(labels).every(([k, v]) => own[k] === v),
        )
        .map(({ value }) => value),
  };
}
