import { setTimeout as delay } from 'node:timers/promises';
import { DEMO_AGENT, DEMO_AGENT_PASSWORD } from '@fasocolis/contracts/demo';
import type { MilestoneDefinition } from '@fasocolis/contracts/milestones';
import {
  compareDeliveries,
  firstOf,
  lostOrRepeated,
  openDatabases,
  type Sent,
  unmailed,
  untilReady,
  untilSettled,
  wrongNotifications,
} from './checks.ts';
import { Client } from './client.ts';
import { type Kind, work } from './command.ts';
import { customerKinds, visitorKinds } from './customers.ts';
import { planFaults } from './faults.ts';
import type { Installation } from './installation.ts';
import { wrongLedgers } from './ledgers.ts';
import { leaksBetween, type Usage, usageOf } from './resources.ts';
import { ADMINISTRATOR, AGENT } from './staff.ts';
import { World } from './world.ts';

const CUSTOMERS = 3;
const PASSWORD = 'Colis-1234';
/** Before the first fault, and after the last one: every request has to succeed. */
const CALM_MS = 10_000;

export interface Report {
  seed: number;
  minutes: number;
  faults: Map<string, number>;
  world: World;
  sent: Sent;
  usage: { before: Map<string, Usage>; after: Map<string, Usage> };
  failures: string[];
}

/** One run on a fresh installation. */
export class Chaos {
  readonly #installation: Installation;
  readonly #seed: number;
  readonly #world = new World();

  constructor(installation: Installation, seed: number) {
    this.#installation = installation;
    this.#seed = seed;
  }

  async run(minutes: number): Promise<Report> {
    const world = this.#world;
    const callers = await this.#callers();
    const working = Promise.all(
      callers.map(([client, kinds], index) => work(world, client, kinds, this.#seed + index)),
    );
    // A mistake in a command; awaited below.
    working.catch(() => {});
    await delay(CALM_MS);
    const before = usageOf(this.#installation);
    world.isDisturbed = true;
    const faults = await Promise.race([this.#disturb(minutes), working.then(() => new Map<string, number>())]);
    const unready = await untilReady(this.#installation);
    // Clients give up what they sent during the last fault.
    await delay(CALM_MS);
    world.isDisturbed = false;
    await delay(CALM_MS);
    world.isOver = true;
    await working;

    const databases = await openDatabases(this.#installation);
    const unsettled = await untilSettled(this.#installation, databases);
    const count = [...faults.values()].reduce((sum, each) => sum + each, 0);
    const sent = await compareDeliveries(this.#installation, world, databases, count);
    const after = usageOf(this.#installation);
    const found = [
      ...[world.violations, unready, unsettled, await lostOrRepeated(world, databases)],
      ...[await wrongNotifications(world, databases), await this.#wrongProfiles(), sent.wrong],
      ...[await unmailed(world, databases), await wrongLedgers(databases.orders)],
      leaksBetween(before, after),
    ];
    const failures = found.flatMap(firstOf);
    return { seed: this.#seed, minutes, faults, world, sent, usage: { before, after }, failures };
  }

  /** @returns the number of faults by kind */
  async #disturb(minutes: number): Promise<Map<string, number>> {
    const faults = new Map<string, number>();
    const begun = Date.now();
    for (const fault of planFaults(this.#seed)) {
      if (Date.now() - begun > minutes * 60_000) break;
      const second = Math.round((Date.now() - begun) / 1000);
      console.log(`${String(second).padStart(5)} s  ${fault.kind}: ${fault.target} (${fault.lastsMs} ms)`);
      await fault.run(this.#installation, this.#world);
      faults.set(fault.kind, (faults.get(fault.kind) ?? 0) + 1);
      await delay(fault.pauseMs);
    }
    return faults;
  }

  /** Signs everybody in. */
  async #callers(): Promise<[Client, Kind[]][]> {
    const { url, stack, push } = this.#installation;
    const world = this.#world;
    const administrator = new Client('administrator', url, world, {
      ...{ email: stack.adminEmail, password: stack.adminPassword },
    });
    const agent = new Client('agent', url, world, { email: DEMO_AGENT.email, password: DEMO_AGENT_PASSWORD });
    const customers: Client[] = [];
    for (let number = 1; number <= CUSTOMERS; number += 1) customers.push(await this.#register(number));
    const { body = [] } = await administrator.call<MilestoneDefinition[]>({ path: '/api/milestone-definitions' });
    world.definitions.push(...body);
    const forCustomers = customerKinds(push);
    for (const client of [administrator, agent, ...customers]) await client.signIn();
    return [
      [administrator, ADMINISTRATOR],
      [agent, AGENT],
      ...customers.map((customer): [Client, Kind[]] => [customer, forCustomers]),
      [new Client('visitor', url, world), visitorKinds(push)],
    ];
  }

  /** A customer with a verified address, who wants emails. */
  async #register(number: number): Promise<Client> {
    const { url } = this.#installation;
    const username = `chaos${number}`;
    const credentials = { email: `${username}@example.com`, password: PASSWORD };
    const account = { firstName: 'Awa', lastName: 'Traoré', username, ...credentials };
    const visitor = new Client(username, url, this.#world);
    const result = await visitor.call<{ id: number }>({ method: 'POST', path: '/api/auth/register', body: account });
    if (result.outcome !== 'acknowledged') throw new Error(this.#world.violations.join('\n'));
    const { id } = result.body;
    const auth = await this.#installation.connect('auth');
    await auth.query('UPDATE users SET email_verified = true, notify_by_email = true WHERE id = $1', [id]);
    await auth.end();
    this.#world.customers.push(id);
    return new Client(username, url, this.#world, credentials);
  }

  /** Broadcasts that a customer's profile does not show once. */
  async #wrongProfiles(): Promise<string[]> {
    const wrong: string[] = [];
    const wanted = this.#world.keysOf('notifications', 'acknowledged');
    const titles: string[] = [];
    for (const id of this.#world.customers) titles.push(...(await this.#titlesOf(id)));
    for (const title of wanted) {
      const count = titles.filter((each) => each === title).length;
      if (count !== 1 && count !== CUSTOMERS) wrong.push(`${title} is in ${count} of ${CUSTOMERS} profiles`);
    }
    return wrong;
  }

  async #titlesOf(userId: number): Promise<string[]> {
    const client = new Client('administrator', this.#installation.url, this.#world, {
      ...{ email: this.#installation.stack.adminEmail, password: this.#installation.stack.adminPassword },
    });
    const titles: string[] = [];
    for (;;) {
      const range = `[${titles.length},${titles.length + 99}]`;
      const path = `/api/notifications/user/${userId}?range=${range}&sort=["id","ASC"]`;
      const { body = [] } = await client.call<{ title: string }[]>({ path });
      titles.push(...body.map(({ title }) => title));
      if (body.length < 100) return titles;
    }
  }
}

const listed = (counts: Iterable<[string, number | string]>) =>
  [...counts].map(([name, count]) => `${name} ${count}`).join(', ');

export function describeReport({ seed, minutes, faults, world, sent, usage, failures }: Report): string {
  const total = (state: 'acknowledged' | 'unknown') =>
    listed(
      Object.entries(world.writes).map(([kind]) => [
        kind,
        world.keysOf(kind as keyof typeof world.writes, state).length,
      ]),
    );
  const grown = [...usage.after].map(([name, { memoryMb, files }]): [string, string] => {
    const former = usage.before.get(name);
    return [name, `${former?.memoryMb}→${memoryMb} MB, ${former?.files}→${files} files`];
  });
  return [
    `seed ${seed}: ${minutes} minutes, ${failures.length === 0 ? 'no failures' : 'FAILED'}`,
    `faults: ${listed(faults)}`,
    `commands: ${listed(world.commands)}; ${world.interruptions} requests interrupted`,
    `acknowledged: ${total('acknowledged')}`,
    `unknown: ${total('unknown')}`,
    `told: ${listed(Object.entries(sent.told))}; again: ${listed(Object.entries(sent.repeated))}`,
    `use: ${listed(grown)}`,
    ...failures.map((failure) => `✗ ${failure}`),
  ].join('\n');
}
