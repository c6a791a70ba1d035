// What an update changes of the running containers, for rolling-update.mjs. Plain JavaScript without packages.
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { compose, containersOf, docker, services } from './containers.mjs';

/**
 * @typedef {{ Image: string; Config: { Image: string; Labels: Record<string, string> };
 *   State: { StartedAt: string }; Mounts: { Type: string; Source: string }[] }} Container
 */

/** @param {string[]} names @returns {Container[]} */
function inspect(names) {
  const ids = containersOf(names, true).map(({ id }) => id);
  return ids.length > 0 ? JSON.parse(docker('inspect', ...ids)) : [];
}

const SERVICE = 'com.docker.compose.service';
const shortOf = (/** @type {string} */ image) => image.replace(/(@sha256:[0-9a-f]{12})[0-9a-f]+$/, '$1');

const idOf = (/** @type {string} */ image) => docker('image', 'inspect', '-f', '{{.Id}}', image);

/** @param {string[]} names @returns {string[]} a line for each service that runs another image than its own now */
export function findChangedImages(names) {
  const running = new Map(inspect(names).map((it) => [it.Config.Labels[SERVICE] ?? '', it]));
  return [...running].flatMap(([service, { Image: before, Config }]) => {
    const image = services[service]?.image ?? '';
    const after = idOf(image);
    if (after === before) return [];
    const [from, to] = [before, after].map((id) => id.replace('sha256:', '').slice(0, 12));
    return [`${service} : ${shortOf(Config.Image)} (${from}) → ${shortOf(image)} (${to})`];
  });
}

/** @param {string} path @returns {number} when it, or a file below it, was changed last */
function lastChange(path) {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat?.isDirectory()) return stat?.mtimeMs ?? 0;
  return Math.max(0, ...readdirSync(path).map((name) => lastChange(join(path, name))));
}

/** @param {string[]} names @returns {string[]} those whose containers have another image, other settings or older files */
export function findStale(names) {
  const hashes = new Map(
    compose('config', '--hash', '*')
      .split('\n')
      .map((line) => /** @type {[string, string]} */ (line.split(' '))),
  );
  return names.filter((name) =>
    inspect([name]).some(
      ({ Image, Config, State, Mounts }) =>
        Image !== idOf(services[name]?.image ?? '') ||
        Config.Labels['com.docker.compose.config-hash'] !== hashes.get(name) ||
        Mounts.some(({ Type, Source }) => Type === 'bind' && lastChange(Source) > Date.parse(State.StartedAt)),
    ),
  );
}
