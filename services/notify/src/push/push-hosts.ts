/** The push services of browsers, subdomains included. */
const KNOWN = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  'notify.windows.com',
  'web.push.apple.com',
] as const;

export class PushHosts {
  readonly named: ReadonlySet<string>;
  readonly #names: readonly string[];
  readonly #withPort: ReadonlySet<string>;

  /** @param setting hosts separated by commas, with a port where it is not 443 */
  constructor(setting: string) {
    const entries = setting.split(',').flatMap((entry) => (entry.trim() ? [parseEntry(entry.trim())] : []));
    this.named = new Set(entries.map(({ hostname }) => hostname));
    this.#names = [...KNOWN, ...entries.flatMap(({ hostname, port }) => (port ? [] : [hostname]))];
    this.#withPort = new Set(entries.flatMap(({ host, port }) => (port ? [host] : [])));
  }

  allows({ protocol, username, password, hostname, host, port }: URL): boolean {
    if (protocol !== 'https:' || username || password) return false;
    if (port) return this.#withPort.has(host);
    return this.#names.some((name) => hostname === name || hostname.endsWith(`.${name}`));
  }
}

function parseEntry(entry: string): URL {
  const url = new URL(`https://${entry}`);
  if (url.host !== entry.toLowerCase().replace(/:443$/, '')) throw new TypeError(`${entry} is not a host`);
  return url;
}
