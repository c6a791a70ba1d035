import autocannon from 'autocannon';

export interface Load {
  url: string;
  method?: 'GET' | 'POST';
  /** Requested in turn; or the path of the n-th request, for more paths than a list should hold. */
  paths: string[] | ((n: number) => string);
  /** JSON of the n-th request. */
  body?: (n: number) => object;
  headers?: Record<string, string>;
  connections?: number;
  seconds: number;
}

export interface Figures {
  /** Requests per second. */
  rate: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  mean: number;
  errors: number;
}

async function measure(load: Load): Promise<Figures> {
  const { url, connections = 32, seconds } = load;
  const result = await autocannon({ url, connections, duration: seconds, requests: requestsOf(load) });
  return {
    rate: result.requests.average,
    p50: result.latency.p50,
    p99: result.latency.p99,
    mean: result.latency.mean,
    errors: result.errors + result.timeouts + result.non2xx,
  };
}

/** Continues across measurements, because created rows have to be new. */
let sent = 0;

function requestsOf({ method = 'GET', paths, body, headers = {} }: Load): autocannon.Request[] {
  if (typeof paths !== 'function') return paths.map((path) => ({ path, headers }));
  const setupRequest = (request: autocannon.Request): autocannon.Request => {
    sent += 1;
    return { ...request, path: paths(sent), ...(body && { body: JSON.stringify(body(sent)) }) };
  };
  return [{ method, headers: { ...headers, ...(body && { 'content-type': 'application/json' }) }, setupRequest }];
}

export const median = (values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** The medians of all rounds, and the sum of errors. */
function summarise(rounds: Figures[]): Figures {
  const of = (key: keyof Figures) => median(rounds.map((figures) => figures[key]));
  const errors = rounds.reduce((sum, figures) => sum + figures.errors, 0);
  return { rate: of('rate'), p50: of('p50'), p99: of('p99'), mean: of('mean'), errors };
}

/** Warms up each load, then measures them in turn (A B A B …), so that other work on the machine affects all alike. */
export async function interleave<Name extends string>(
  loads: Record<Name, Load>,
  rounds = 3,
): Promise<Record<Name, Figures>> {
  const names = Object.keys(loads) as Name[];
  for (const name of names) await measure({ ...loads[name], seconds: Math.min(3, loads[name].seconds) });
  const results = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, Figures[]>;
  for (let round = 0; round < rounds; round += 1) {
    for (const name of names) results[name].push(await measure(loads[name]));
  }
  return Object.fromEntries(names.map((name) => [name, summarise(results[name])])) as Record<Name, Figures>;
}
