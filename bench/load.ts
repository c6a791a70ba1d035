import autocannon from 'autocannon';

export interface Load {
  url: string;
  /** Paths asked for, in turn. */
  paths: string[];
  headers?: Record<string, string>;
  connections?: number;
  seconds: number;
}

export interface Figures {
  /** Requests a second. */
  rate: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  mean: number;
  /** Anything but a 2xx answer. */
  errors: number;
}

/** Puts one load on one server and tells how it went. */
async function measure({ url, paths, headers = {}, connections = 32, seconds }: Load): Promise<Figures> {
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    requests: paths.map((path) => ({ path, headers })),
  });
  return {
    rate: result.requests.average,
    p50: result.latency.p50,
    p99: result.latency.p99,
    mean: result.latency.mean,
    errors: result.errors + result.timeouts + result.non2xx,
  };
}

export const median = (values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** The median of each figure over rounds, and all errors. */
function summarise(rounds: Figures[]): Figures {
  const of = (key: keyof Figures) => median(rounds.map((figures) => figures[key]));
  const errors = rounds.reduce((sum, figures) => sum + figures.errors, 0);
  return { rate: of('rate'), p50: of('p50'), p99: of('p99'), mean: of('mean'), errors };
}

/** Warms each load up, then measures them in turn (A B A B …), so that whatever else the machine does hits them alike. */
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
