import type { FindFailing } from '@fasocolis/service-kit/http/health';
import { isClosing } from '@fasocolis/service-kit/ops/process';
import type { Upstream } from './proxy.ts';

const TIMEOUT_MS = 2000;
/** The services are checked at most once in this time. */
const CACHE_MS = 1000;

export function findFailingServices(upstreams: Map<string, Upstream>): FindFailing {
  let latest: { at: number; failing: ReturnType<FindFailing> } | undefined;

  async function check(): Promise<Record<string, string>> {
    const checks = [...upstreams].map(([name, { replicas }]) =>
      replicas.get('/health/ready', TIMEOUT_MS).then(
        () => [],
        (error: unknown) => [[name, String(error)]],
      ),
    );
    return Object.fromEntries((await Promise.all(checks)).flat());
  }

  return async () => {
    if (isClosing()) return { gateway: 'closing' };
    if (!latest || Date.now() - latest.at >= CACHE_MS) latest = { at: Date.now(), failing: check() };
    return latest.failing;
  };
}
