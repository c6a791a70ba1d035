/** Each service has a folder services/<name>, a database schema and role of that name, and a URL in <NAME>_URL. */
export const SERVICES = ['auth', 'orders', 'notify', 'catalog', 'content'] as const;

export type ServiceName = (typeof SERVICES)[number];

/** Services with a second process for events and periodic work, `<name>-worker`, which scales on its own. */
const SERVICES_WITH_WORKER: readonly ServiceName[] = ['notify'];

/** The processes of a service. */
export const processesOf = (name: ServiceName): string[] =>
  SERVICES_WITH_WORKER.includes(name) ? [name, `${name}-worker`] : [name];

export const PROCESSES: readonly string[] = ['gateway', ...SERVICES.flatMap(processesOf)];

/** The environment variable with the address of a service. */
export const urlVariableOf = <Name extends ServiceName>(name: Name) =>
  `${name.toUpperCase()}_URL` as `${Uppercase<Name>}_URL`;
