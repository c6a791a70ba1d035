import { Agent } from 'node:http';
import { type Administrator, Callers } from './callers.ts';
import {
  decodeSegment,
  dereferenced,
  documentedStatuses,
  nameOf,
  type Operation,
  operationsOf,
  type StatusRule,
} from './operations.ts';
import { type GeneratedRequest, generateRequests } from './requests.ts';
import type { Known } from './values.ts';
import { curlOf, send, toWire, type WireRequest, type WireResponse } from './wire.ts';

const IN_FLIGHT = 16;
export interface Failure {
  /** The number of the request in its run, from 0; -1 for a request outside of a run. */
  number: number;
  operation: string;
  reason: string;
  curl: string;
}

export interface Report {
  seed: number;
  seconds: number;
  sent: number;
  /** By operation, the number of responses by status. */
  statuses: Map<string, Map<number, number>>;
  failures: Failure[];
}

/** Texts that no response may contain: stack traces, and names of libraries and servers. */
const INTERNALS =
  /\n\s+at .+:\d+:\d+|node_modules|node:internal|\.ts:\d+|Prisma|postgres(?:ql)?:\/\/|redis:\/\/|SQLSTATE|violates \w+ constraint|syntax error at|ECONN|FST_ERR|\[object Object\]/;

/** What a SMTP server said about an email, which the administrator may read unchanged. */
const SERVERS_WORDS = /"lastError":"(?:[^"\\]|\\.)*"/g;

/** Sends generated requests to the product, and checks every response. */
export class Fuzzer {
  readonly operations: Operation[];
  readonly callers: Callers;
  readonly #url: string;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: IN_FLIGHT * 2 });
  readonly #isDocumented: StatusRule;

  private constructor(url: string, administrator: Administrator, operations: Operation[]) {
    this.#url = url;
    this.operations = operations;
    this.#isDocumented = documentedStatuses(operations);
    this.callers = new Callers(url, this.#agent, administrator);
  }

  /** @throws Error when the product's OpenAPI document is not complete */
  static async open(url: string, administrator: Administrator): Promise<Fuzzer> {
    const response = await fetch(`${url}/api/docs/json`);
    return new Fuzzer(url, administrator, operationsOf(dereferenced((await response.json()) as object)));
  }

  close(): void {
    this.#agent.destroy();
  }

  /**
   * Sends that many requests, several concurrently. The seed determines them, except for values of earlier responses.
   */
  async run(seed: number, requests: number, progress: (sent: number) => void = () => {}): Promise<Report> {
    const report: Report = { seed, seconds: 0, sent: 0, statuses: new Map(), failures: [] };
    const source = generateRequests(this.operations, seed);
    const begun = performance.now();
    const work = async () => {
      while (report.sent < requests) {
        const number = report.sent;
        report.sent += 1;
        const { value: request } = source.next();
        const operation = nameOf(request.operation);
        const { status, failure } = await this.try(request);
        const statuses = report.statuses.get(operation) ?? new Map<number, number>();
        report.statuses.set(operation, statuses.set(status, (statuses.get(status) ?? 0) + 1));
        if (failure) report.failures.push({ ...failure, number });
        progress(report.sent);
      }
    };
    await Promise.all(Array.from({ length: IN_FLIGHT }, work));
    report.seconds = (performance.now() - begun) / 1000;
    return report;
  }

  /** Sends one request. @returns the status; 0 without a response */
  async try(request: GeneratedRequest): Promise<{ status: number; failure?: Failure }> {
    const { operation } = request;
    const caller = (await this.#changesStaff(request)) ? 'customer' : request.caller;
    const { cookie, userId } = await this.callers.session(caller);
    const wire = toWire(request, this.#resolver(request, userId));
    const headers = cookie && !('cookie' in wire.headers) ? { ...wire.headers, cookie } : wire.headers;
    const failed = (reason: string): Failure => ({
      ...{ number: -1, operation: nameOf(operation), reason: `${reason} (as ${caller})` },
      curl: curlOf(this.#url, wire),
    });
    try {
      const response = await send(this.#url, { ...wire, headers }, this.#agent);
      if (response.status === 401) await this.callers.forget(caller, headers.cookie ?? '');
      const reason = this.#faultOf(wire, response);
      if (reason) return { status: response.status, failure: failed(reason) };
      this.callers.memory.learn(operation.resource, response);
      return { status: response.status };
    } catch (error) {
      return { status: 0, failure: failed((error as Error).message) };
    }
  }

  /**
   * Whether a request would change the account of the administrator or the agent, as whom the fuzzer signs in, or make both set
   * up a second factor before anything else.
   */
  async #changesStaff(request: GeneratedRequest): Promise<boolean> {
    const { caller, method } = request;
    if (caller === 'visitor' || caller === 'customer' || method === 'GET' || method === 'HEAD') return false;
    const { userId } = await this.callers.session(caller);
    const [, , resource = '', id = ''] = toWire({ ...request, query: [] }, this.#resolver(request, userId)).path.split(
      '/',
    );
    if (resource === 'user' || (resource === 'team' && id === 'security')) return true;
    const staff = await Promise.all([this.callers.session('administrator'), this.callers.session('agent')]);
    return ['users', 'team'].includes(resource) && staff.some((each) => each.userId === Number(decodeSegment(id)));
  }

  /** Values of earlier responses; every second id of a user is the caller's own. */
  #resolver({ operation }: GeneratedRequest, userId: number) {
    const isUser = (name: string) => name === 'userId' || (operation.path.startsWith('/api/users/') && name === 'id');
    return (known: Known) =>
      userId && isUser(known.name) && known.pick % 2 === 0
        ? userId
        : this.callers.memory.find(known, operation.resource);
  }

  #faultOf({ method, path }: WireRequest, { status, text }: WireResponse): string | undefined {
    const [pathname = ''] = path.split('?');
    if (!this.#isDocumented(method, pathname, status))
      return `status ${status} is not documented: ${text.slice(0, 200)}`;
    // Texts of the request that the response repeats do not count.
    const [leak] = INTERNALS.exec(text.replace(SERVERS_WORDS, '')) ?? [];
    return leak ? `status ${status} with internals: ${leak}` : undefined;
  }
}

/** The requests of each operation by status, and every failure with a command that repeats it. */
export function describeReport({ seed, seconds, sent, statuses, failures }: Report): string {
  const count = (each: Map<number, number>) => [...each.values()].reduce((sum, number) => sum + number, 0);
  const lines = [...statuses]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([operation, each]) => {
      const responses = [...each].toSorted(([a], [b]) => a - b).map(([status, number]) => `${status}×${number}`);
      return `${String(count(each)).padStart(7)}  ${operation.padEnd(52)} ${responses.join(' ')}`;
    });
  const shown = failures.map(
    ({ number, operation, reason, curl }) => `\n✗ request ${number}, ${operation}: ${reason}\n  ${curl}`,
  );
  const rate = Math.round(sent / seconds);
  const summary = `\nseed ${seed}: ${sent} requests in ${seconds.toFixed(1)} s (${rate} a second), ${failures.length} failed`;
  return [...lines, ...shown, summary].join('\n');
}
