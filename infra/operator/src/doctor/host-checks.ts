import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { isPrivateAddress } from '@fasocolis/service-kit/http/inner-address';
import { BACKUP_SUFFIX } from '../backup-file.ts';
import { type Finding, fault, ok, warning } from './finding.ts';

const DAY_MS = 86_400_000;
const SECRET_LENGTH = 32;
const PASSWORD_LENGTH = 8;
const WEAK = ['admin', 'password', 'changeme', 'Admin-1234', 'generated'];
const GIB = 1024 ** 3;

/**
 * Checks that secrets exist, are long enough, not well known, and closed to other accounts.
 * @param required files that must not be empty
 * @param optional files that may be empty
 */
export function checkSecrets(folder: string, required: string[], optional: string[] = []): Finding[] {
  if (!existsSync(folder)) return [fault(`Secrets : ${folder} n'existe pas`, 'npm run env')];
  const findings: Finding[] = [];
  if (statSync(folder).mode & 0o077) {
    findings.push(fault(`Secrets : d'autres utilisateurs peuvent entrer dans ${folder}`, `chmod 700 ${folder}`));
  }
  for (const name of [...required, ...optional]) {
    const path = join(folder, name);
    if (!existsSync(path)) {
      findings.push(fault(`Secrets : ${name} manque`, 'npm run env'));
      continue;
    }
    const value = readFileSync(path, 'utf8').trim();
    if (optional.includes(name)) continue;
    const shortest = name === 'admin_password' ? PASSWORD_LENGTH : SECRET_LENGTH;
    if (value.length < shortest || WEAK.includes(value)) {
      const remedy = `écrivez-y au moins ${shortest} caractères au hasard, ou videz-le et lancez npm run env`;
      findings.push(fault(`Secrets : ${name} est trop court ou connu de tous`, remedy));
    }
  }
  return findings.length > 0 ? findings : [ok(`Secrets : ${required.length} en place, fermés aux autres`)];
}

/** Compares versions such as "2.26.1-4" and "2.24". */
export function checkVersion(program: string, found: string | undefined, least: string): Finding {
  if (!found) return fault(`${program} : absent ou ne répond pas`, `installez ${program} ${least} ou plus récent`);
  const numbers = (version: string) => (version.match(/\d+/g) ?? []).map(Number);
  const [have, want] = [numbers(found), numbers(least)];
  const differing = want.findIndex((number, index) => have[index] !== number);
  const enough = differing === -1 || (have[differing] ?? 0) > (want[differing] ?? 0);
  return enough
    ? ok(`${program} : ${found}`)
    : fault(`${program} : ${found} est trop ancien`, `installez ${least} ou plus récent`);
}

/** Checks that the gateway's port is free or ours; of a range such as "8080-8089", the first one. */
export async function checkPort(port: string, isOurs: boolean): Promise<Finding> {
  if (isOurs) return ok(`Port ${port} : celui de FasoColis`);
  const server = createServer().listen({ port: Number.parseInt(port, 10), host: '127.0.0.1', exclusive: true });
  const reason = await once(server, 'listening').then(
    () => undefined,
    (error: NodeJS.ErrnoException) => error.code,
  );
  server.close();
  if (!reason) return ok(`Port ${port} : libre`);
  return reason === 'EACCES'
    ? fault(`Port ${port} : demande des droits d'administrateur`, 'choisissez-en un autre avec PORT')
    : fault(`Port ${port} : pris par un autre programme`, 'libérez-le, ou choisissez-en un autre avec PORT');
}

/** Checks the free space. A restore needs as much again as the data take. */
export async function checkDisk(folder: string, least = 2 * GIB): Promise<Finding> {
  const { bavail, blocks, bsize } = await statfs(folder);
  const free = bavail * bsize;
  const text = `Disque de ${folder} : ${(free / GIB).toFixed(1)} Gio libres sur ${((blocks * bsize) / GIB).toFixed(1)}`;
  if (free < least)
    return fault(text, 'libérez de la place (docker builder prune, docker image prune, anciennes sauvegardes)');
  return bavail / blocks < 0.15 ? warning(text, 'prévoyez un disque plus grand') : ok(text);
}

export function checkPublicUrl(url: string): Finding {
  const { protocol, hostname } = URL.parse(url) ?? {};
  if (!protocol)
    return fault(`PUBLIC_URL : « ${url} » n'est pas une adresse`, 'par exemple PUBLIC_URL=https://colis.example');
  if (protocol === 'https:') return ok(`PUBLIC_URL : ${url}`);
  return hostname === 'localhost' || hostname === '127.0.0.1'
    ? warning(`PUBLIC_URL : ${url} ne vaut que sur cette machine`, "donnez l'adresse publique en https")
    : fault(
        `PUBLIC_URL : ${url} n'est pas en https`,
        'mots de passe et sessions passent en clair : profil tls, puis https',
      );
}

interface ProxySettings {
  PUBLIC_URL: string;
  COMPOSE_PROFILES: string;
  TRUST_PROXY: string;
  BIND_ADDRESS: string;
}

/** Checks that X-Forwarded-For is trusted if, and only if, a proxy sets it. */
export function checkProxyTrust({ PUBLIC_URL, COMPOSE_PROFILES, TRUST_PROXY, BIND_ADDRESS }: ProxySettings): Finding {
  const isBehindProxy = COMPOSE_PROFILES.split(',').includes('tls') || URL.parse(PUBLIC_URL)?.protocol === 'https:';
  if (!TRUST_PROXY) {
    return isBehindProxy
      ? fault(
          'TRUST_PROXY : vide, tous les visiteurs partagent les mêmes limites',
          "TRUST_PROXY=uniquelocal avec le profil tls, sinon l'adresse de votre proxy",
        )
      : ok('TRUST_PROXY : vide, sans proxy');
  }
  return isPrivateAddress(BIND_ADDRESS)
    ? ok(`TRUST_PROXY : ${TRUST_PROXY}`)
    : fault(
        `TRUST_PROXY : un visiteur peut choisir son adresse, car BIND_ADDRESS=${BIND_ADDRESS} est publique`,
        'BIND_ADDRESS=127.0.0.1, ou TRUST_PROXY vide',
      );
}

interface Ipv6Settings {
  domain: string;
  hasRecord: boolean;
  isPublished: boolean;
  isPassedOn: boolean;
}

/** Checks that visitors over IPv6 are seen under their own addresses. */
export function checkIpv6({ domain, hasRecord, isPublished, isPassedOn }: Ipv6Settings): Finding {
  if (isPublished && !isPassedOn) {
    return fault(
      "IPv6 : les adresses des visiteurs ne sont pas vues, ils partagent les limites d'un seul",
      'Docker 27 ou plus récent, IPV6=true dans .env, docker compose down, puis up -d ; ou TLS_BIND_ADDRESS=0.0.0.0',
    );
  }
  if (hasRecord && !isPublished) {
    return warning(
      `IPv6 : ${domain} a une adresse IPv6 (AAAA), mais FasoColis n'y répond pas`,
      'supprimez cet enregistrement, ou IPV6=true et « TLS_BIND_ADDRESS= » (vide) dans .env, avec Docker 27 ou plus récent',
    );
  }
  return ok(isPublished ? 'IPv6 : les adresses des visiteurs sont vues' : 'IPv6 : fermé');
}

export function checkImages(images: string[]): Finding {
  const floating = images.filter((image) => !image.includes('@sha256:'));
  return floating.length > 0
    ? warning(`Images : sans empreinte, elles changent avec leur registre (${floating.join(', ')})`, 'npm run images')
    : ok(`Images : ${images.length} fixées par leur empreinte`);
}

export function checkBackups(folder: string, now = Date.now()): Finding {
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(BACKUP_SUFFIX)) : [];
  const ages = names.map((name) => now - statSync(join(folder, name)).mtimeMs);
  if (ages.length === 0) return warning(`Sauvegardes : aucune dans ${folder}`, 'npm run backup, chaque nuit');
  const days = Math.max(0, Math.floor(Math.min(...ages) / DAY_MS));
  return days >= 2
    ? warning(`Sauvegardes : la dernière a ${days} jours`, 'npm run backup, chaque nuit')
    : ok(`Sauvegardes : ${names.length}, la dernière de moins de ${days + 1} jour(s)`);
}
