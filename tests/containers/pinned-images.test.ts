import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { docker, ROOT } from './installation.ts';

const run = promisify(execFile);
const COMPOSE = readFileSync(join(ROOT, 'docker-compose.yml'), 'utf8');
const [, NODE_IMAGE = ''] = /^ {2}node: &node (\S+)$/m.exec(COMPOSE) ?? [];
const folder = mkdtempSync(join(tmpdir(), 'fasocolis-images-'));

/** Debian's registry, in a container. */
const REGISTRY = `FROM ${NODE_IMAGE}
  RUN apt-get update -qq && apt-get install -y -qq --no-install-recommends docker-registry
  COPY registry.yml /
  CMD ["docker-registry", "serve", "/registry.yml"]`;
const REGISTRY_SETTINGS = `version: 0.1
storage: { filesystem: { rootdirectory: /images } }
http: { addr: ':5000', secret: any }
`;
let registry: string;
/** Its address. */
let host: string;

beforeAll(async () => {
  writeFileSync(join(folder, 'Dockerfile'), REGISTRY);
  writeFileSync(join(folder, 'registry.yml'), REGISTRY_SETTINGS);
  await docker('build', '--quiet', '-t', 'fasocolis-test/registry', folder);
  registry = await docker('run', '--detach', '--publish', '127.0.0.1::5000', 'fasocolis-test/registry');
  host = await docker('port', registry, '5000');
  const isReady = () =>
    fetch(`http://${host}/v2/`).then(
      ({ ok }) => ok,
      () => false,
    );
  await vi.waitUntil(isReady, { timeout: 20_000 });
});
afterAll(async () => {
  if (registry) await docker('rm', '--force', '--volumes', registry);
  rmSync(folder, { recursive: true });
});

/** Pushes an image that no other one equals. @returns its digest */
async function push(name: string, ...lines: string[]): Promise<string> {
  const image = `${host}/${name}`;
  const context = mkdtempSync(join(folder, 'image-'));
  writeFileSync(
    join(context, 'Dockerfile'),
    [`FROM ${NODE_IMAGE}`, `LABEL id=${crypto.randomUUID()}`, ...lines].join('\n'),
  );
  await docker('build', '--quiet', '-t', image, context);
  await docker('push', '--quiet', image);
  const digests = await docker('inspect', '-f', '{{join .RepoDigests "\\n"}}', image);
  // Only the registry has it now.
  await docker('rmi', image);
  return (
    digests
      .split('\n')
      .find((digest) => digest.startsWith(`${host}/`))
      ?.replace(/^.*@/, '') ?? ''
  );
}

/** A copy of what `npm run images` reads and writes, with other images. */
function copyWith(images: Record<string, string>) {
  const copy = mkdtempSync(join(folder, 'repository-'));
  mkdirSync(join(copy, 'infra/docker'), { recursive: true });
  cpSync(join(ROOT, 'infra/docker/pin-images.mjs'), join(copy, 'infra/docker/pin-images.mjs'));
  cpSync(join(ROOT, '.env.example'), join(copy, '.env'));
  const file = join(copy, 'docker-compose.yml');
  const replace = (text: string, [name, image]: [string, string]) =>
    text.replace(new RegExp(`(${name}: &${name}) .*`), `$1 ${image}`);
  writeFileSync(file, Object.entries(images).reduce(replace, COMPOSE));
  const pin = () => run(process.execPath, [join(copy, 'infra/docker/pin-images.mjs')]);
  const config = async () => {
    const { stdout } = await run('docker', ['compose', '--profile', '*', 'config', '--format', 'json'], { cwd: copy });
    return JSON.parse(stdout) as {
      services: Record<string, { image: string; build?: { args: Record<string, string> } }>;
    };
  };
  return { pin, config };
}

it('npm run images pins all base images by the digests of their registry, in Compose and in builds [OPS-003]', async () => {
  const names = [...COMPOSE.matchAll(/^ {2}(\w+): &\1 \S+:\S+$/gm)].map(([, name = '']) => name);
  expect(names).toEqual(['node', 'postgres', 'redis', 'caddy', 'prometheus', 'alertmanager']);
  const digests: Record<string, string> = {};
  for (const name of names) digests[name] = `${host}/${name}:1@${await push(`${name}:1`)}`;
  const copy = copyWith(Object.fromEntries(names.map((name) => [name, `${host}/${name}:1`])));

  const first = await copy.pin();
  expect(first.stdout).toContain(`✓ ${digests.postgres} : nouvelle`);
  const { services } = await copy.config();
  const isBase = (name: string) => ['node', 'postgres'].includes(name);
  for (const name of names.filter((each) => !isBase(each))) expect(services[name]?.image).toBe(digests[name]);
  const built = Object.values(services).filter(({ build }) => build);
  expect(built).toHaveLength(9);
  for (const { build } of built) {
    expect(build?.args).toMatchObject({ NODE_IMAGE: digests.node, POSTGRES_IMAGE: digests.postgres });
  }

  digests.redis = `${host}/redis:1@${await push('redis:1')}`;
  const second = await copy.pin();
  expect(second.stdout).toContain(`✓ ${digests.redis} : nouvelle`);
  expect(second.stdout).toContain(`✓ ${digests.postgres} : inchangée`);
  expect((await copy.config()).services.redis?.image).toBe(digests.redis);
});

it('npm run images fails for an image that its registry does not have, and pins the others [OPS-003]', async () => {
  const digest = await push('caddy:2');
  const copy = copyWith({
    ...Object.fromEntries(
      ['node', 'postgres', 'redis', 'prometheus', 'alertmanager'].map((name) => [name, `${host}/absent:${name}`]),
    ),
    caddy: `${host}/caddy:2`,
  });
  await expect(copy.pin()).rejects.toMatchObject({
    code: 1,
    stdout: expect.stringContaining(`✗ ${host}/absent:redis : le registre ne la donne pas`),
  });
  const { services } = await copy.config();
  expect([services.caddy?.image, services.redis?.image]).toEqual([`${host}/caddy:2@${digest}`, `${host}/absent:redis`]);
});

it('FASOCOLIS_IMAGES and FASOCOLIS_VERSION name the images of the product, whatever their service', async () => {
  const env = {
    ...process.env,
    FASOCOLIS_IMAGES: 'registry.example/shop',
    FASOCOLIS_VERSION: '1.4.0',
    ADMIN_EMAIL: 'a@b.example',
  };
  const args = ['compose', '--profile', '*', 'config', '--format', 'json'];
  const { stdout } = await run('docker', args, { cwd: ROOT, env, maxBuffer: 8 * 1024 * 1024 });
  const { services } = JSON.parse(stdout) as { services: Record<string, { image: string; build?: object }> };
  const built = Object.entries(services).filter(([, { build }]) => build);
  for (const [name, { image }] of built) expect(image).toBe(`registry.example/shop/${name}:1.4.0`);
  expect(services['notify-worker']?.image).toBe('registry.example/shop/notify:1.4.0');
});

/** A product of one process, with an operator whose backup holds the version that runs while it is taken. */
const PRODUCT = `
name: fasocolis-pulled
x-registry: \${FASOCOLIS_IMAGES}
services:
  gateway:
    image: \${FASOCOLIS_IMAGES}/gateway:\${FASOCOLIS_VERSION}
    build: { context: ., dockerfile_inline: FROM absent }
    init: true
    healthcheck: { test: [CMD, test, -f, /healthy], interval: 1s, retries: 3 }
    volumes: ["data:/data"]
  operator:
    profiles: [operator]
    image: \${FASOCOLIS_IMAGES}/operator:\${FASOCOLIS_VERSION}
    build: { context: ., dockerfile_inline: FROM absent }
    volumes: ["data:/data"]
volumes: { data: }
`;

it('npm run update pulls the images of FASOCOLIS_IMAGES, prints what changes, backs up, and replaces or rolls back [OPS-003]', async () => {
  const runs = (version: string) => `CMD ["sh", "-c", "echo ${version} > /data/version; exec sleep infinity"]`;
  await push('shop/gateway:1', 'RUN touch /healthy', runs('one'));
  await push('shop/gateway:2', 'RUN touch /healthy', runs('two'));
  await push('shop/gateway:3', runs('three'));
  for (const version of [1, 2, 3]) {
    await push(`shop/operator:${version}`, 'ENTRYPOINT ["sh", "-c", "[ $0 = deletions ] || cat /data/version"]');
  }
  const file = join(folder, 'compose.yml');
  writeFileSync(file, PRODUCT);
  const backups = join(folder, 'backups');
  const of = (version: number) => ({
    ...process.env,
    COMPOSE_FILE: file,
    FASOCOLIS_IMAGES: `${host}/shop`,
    FASOCOLIS_VERSION: String(version),
    BACKUPS_FOLDER: backups,
    LOGS_FOLDER: join(folder, 'logs'),
  });
  const compose = (version: number, ...args: string[]) =>
    run('docker', ['compose', ...args], { cwd: folder, env: of(version) });
  const update = (version: number) =>
    run(process.execPath, [join(ROOT, 'infra/docker/rolling-update.mjs')], { env: of(version) });
  const running = () =>
    docker('ps', '--filter', 'label=com.docker.compose.project=fasocolis-pulled', '--format', '{{.Image}}');
  const backedUp = () =>
    readdirSync(backups)
      .filter((name) => name.endsWith('.backup'))
      .toSorted()
      .map((name) => readFileSync(join(backups, name), 'utf8').trim());
  onTestFinished(() => compose(1, 'down', '--volumes', '--timeout', '0').then(() => {}));
  await compose(1, 'up', '-d', '--wait', '--no-build');

  const { stdout } = await update(2);
  expect(stdout).toMatch(
    /Ce qui change :\n {2}gateway : \S+\/gateway:1 \([0-9a-f]{12}\) → \S+\/gateway:2 \([0-9a-f]{12}\)\n/,
  );
  expect(await running()).toBe(`${host}/shop/gateway:2`);
  expect(backedUp()).toEqual(['one']);

  // A version that is there already changes nothing, so no backup is taken.
  expect((await update(2)).stdout).toContain('Aucune image ne change.');
  expect(backedUp()).toEqual(['one']);

  await expect(update(3)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining(
      'La nouvelle version de gateway ne devient pas saine : la version précédente est de nouveau en service, avec ses données.',
    ),
  });
  expect(await running()).toBe(`${host}/shop/gateway:2`);
  expect(backedUp()).toEqual(['one', 'two']);
});
