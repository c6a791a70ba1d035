import { execFileSync } from 'node:child_process';
import { Resolver } from 'node:dns/promises';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as z from 'zod/mini';
import { ROOT, runningServices } from '../compose.ts';
import { type Finding, fault, ok, reasonOf, warning } from './finding.ts';
import {
  checkBackups,
  checkDisk,
  checkImages,
  checkIpv6,
  checkPort,
  checkProxyTrust,
  checkPublicUrl,
  checkSecrets,
  checkVersion,
} from './host-checks.ts';

/** The oldest versions that work; `npm run env` reads them too. */
const LEAST = z.parse(
  z.object({ docker: z.string(), compose: z.string() }),
  JSON.parse(readFileSync(join(ROOT, 'infra/docker/least-versions.json'), 'utf8')),
);
const OPTIONAL_SECRETS =
  /^(certificate_authority|smtp_password|backup_key|backup_place_key|\w+_client_secret|apple_private_key|whatsapp_\w+)$/;

const ConfigurationSchema = z.object({
  'x-images': z.record(z.string(), z.string()),
  secrets: z._default(z.record(z.string(), z.object({ file: z.string() })), {}),
  services: z.object({
    gateway: z.object({
      environment: z.object({
        PUBLIC_URL: z.string(),
        COMPOSE_PROFILES: z.string(),
        TRUST_PROXY: z.string(),
        BIND_ADDRESS: z.string(),
      }),
      ports: z.array(z.object({ published: z.string() })),
    }),
    caddy: z.object({
      environment: z.object({ DOMAIN: z.string() }),
      ports: z.array(z.object({ host_ip: z.optional(z.string()) })),
    }),
    postgres: z.object({ environment: z.object({ BACKUP_PLACE: z.string() }), scale: z.optional(z.number()) }),
  }),
  networks: z.object({ edge: z.object({ name: z.string(), enable_ipv6: z.optional(z.boolean()) }) }),
});
type Configuration = z.infer<typeof ConfigurationSchema>;

/** The oldest engine that passes on the addresses of clients over IPv6 without experimental settings. */
const IPV6_ENGINE = 27;
const DNS_TIMEOUT_MS = 3000;

export async function examineComposeHost(backups: string): Promise<Finding[]> {
  const versions = [
    checkVersion('Docker', outputOf('version', '--format', '{{.Server.Version}}'), LEAST.docker),
    checkVersion('Docker Compose', outputOf('compose', 'version', '--short'), LEAST.compose),
  ];
  if (versions.some(({ state }) => state === 'fault')) return versions;
  let configuration: Configuration;
  try {
    configuration = ConfigurationSchema.parse(
      JSON.parse(docker('compose', '--profile', '*', 'config', '--format', 'json')),
    );
  } catch (error) {
    const said = (error as { stderr?: string }).stderr?.trim().split('\n').at(-1) ?? reasonOf(error);
    return [...versions, fault(`Réglages : ${said}`, 'npm run env')];
  }
  const { secrets, services, 'x-images': images } = configuration;
  const names = Object.keys(secrets);
  const folder = dirname(Object.values(secrets)[0]?.file ?? '');
  const data = outputOf('info', '--format', '{{.DockerRootDir}}');
  const [published] = services.gateway.ports;
  return [
    ...versions,
    ...checkSecrets(
      folder,
      names.filter((name) => !OPTIONAL_SECRETS.test(name)),
      names.filter((name) => OPTIONAL_SECRETS.test(name)),
    ),
    ...(published ? [await checkPort(published.published, runningServices().includes('gateway'))] : []),
    await checkDisk(data && existsSync(data) ? data : ROOT),
    checkPublicUrl(services.gateway.environment.PUBLIC_URL),
    checkProxyTrust(services.gateway.environment),
    ...(await examineIpv6(configuration)),
    checkImages(Object.values(images)),
    checkBackups(backups),
    checkBackupKey(secrets.backup_key?.file),
    ...(services.postgres.scale === 0 ? [] : [checkBackupPlace(services.postgres.environment.BACKUP_PLACE)]),
  ];
}

/** With the profile tls; another proxy is not part of this installation. */
async function examineIpv6({ services: { gateway, caddy }, networks: { edge } }: Configuration): Promise<Finding[]> {
  if (!gateway.environment.COMPOSE_PROFILES.split(',').includes('tls')) return [];
  const { DOMAIN: domain } = caddy.environment;
  const records = await new Resolver({ timeout: DNS_TIMEOUT_MS, tries: 2 }).resolve6(domain).catch(() => []);
  // An existing network keeps its settings until it is removed.
  const existing = outputOf('network', 'inspect', '--format', '{{.EnableIPv6}}', edge.name);
  const isEnabled = existing ? existing === 'true' : edge.enable_ipv6 === true;
  const engine = Number.parseInt(outputOf('version', '--format', '{{.Server.Version}}') ?? '', 10);
  return [
    checkIpv6({
      domain,
      hasRecord: records.length > 0,
      isPublished: caddy.ports.some(({ host_ip: address = '' }) => ['', '::'].includes(address)),
      isPassedOn: isEnabled && engine >= IPV6_ENGINE,
    }),
  ];
}

const checkBackupPlace = (place: string): Finding =>
  place
    ? ok(`Archives : aussi à ${place}`)
    : warning('Archives : sur cette machine seulement', 'BACKUP_PLACE : un serveur SSH ou S3, ailleurs');

function checkBackupKey(path: string | undefined): Finding {
  const key = path && existsSync(path) ? readFileSync(path, 'utf8').trim() : '';
  return key
    ? ok('Sauvegardes : chiffrées')
    : warning('Sauvegardes : non chiffrées', 'une phrase longue dans secrets/backup_key, et une copie ailleurs');
}

const docker = (...args: string[]) =>
  execFileSync('docker', args, { cwd: ROOT, encoding: 'utf8', stdio: 'pipe', maxBuffer: 16 * 1024 * 1024 });

function outputOf(...args: string[]): string | undefined {
  try {
    return docker(...args).trim() || undefined;
  } catch {
    return undefined;
  }
}
