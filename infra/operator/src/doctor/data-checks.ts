import { once } from 'node:events';
import { ADMIN_ID } from '@fasocolis/contracts/auth';
import { appliedChecksums, type Migration } from '@fasocolis/service-kit/data/migrate';
import { connectRedis } from '@fasocolis/service-kit/data/redis';
import { failedJobs } from '@fasocolis/service-kit/events/failed-jobs';
import { smtpConnection } from '@fasocolis/service-kit/ops/smtp';
import { createTransport } from 'nodemailer';
import type pg from 'pg';
import { connect } from '../database.ts';
import { type Finding, fault, ok, reasonOf, warning } from './finding.ts';

const TIMEOUT_MS = 5000;
const CLOCK_TOLERANCE_MS = 5000;

export async function checkDatabase(service: string, url: string, migrations: Migration[]): Promise<Finding[]> {
  return withDatabase(service, url, async (client) => {
    const applied = await appliedChecksums(client).catch(() => new Map<string, string>());
    const missing = migrations.filter(({ name }) => !applied.has(name));
    const edited = migrations.filter(({ name, checksum }) => applied.has(name) && applied.get(name) !== checksum);
    const own = new Set(migrations.map(({ name }) => name));
    const unknown = [...applied.keys()].filter((name) => !own.has(name));
    const list = (found: { name: string }[]) => found.map(({ name }) => name).join(', ');
    const findings = [
      ...(edited.length > 0
        ? [fault(`Base ${service} : migration modifiée après coup (${list(edited)})`, "remettez le fichier d'origine")]
        : []),
      ...(missing.length > 0 ? [fault(`Base ${service} : il manque ${list(missing)}`, 'démarrez FasoColis')] : []),
      ...(unknown.length > 0
        ? [
            warning(
              `Base ${service} : plus récente que ce programme (${unknown.join(', ')})`,
              'mettez FasoColis à jour',
            ),
          ]
        : []),
    ];
    return findings.length > 0 ? findings : [ok(`Base ${service} : répond, ${applied.size} migration(s) en place`)];
  });
}

export async function checkClock(url: string, now = Date.now): Promise<Finding[]> {
  return withDatabase('auth', url, async (client) => {
    const { rows } = await client.query<{ now: Date }>('SELECT clock_timestamp() AS now');
    const difference = Math.abs(now() - (rows[0]?.now.getTime() ?? 0));
    const seconds = Math.round(difference / 1000);
    return difference > CLOCK_TOLERANCE_MS
      ? [fault(`Heure : ${seconds} s d'écart avec PostgreSQL`, 'synchronisez les horloges (timedatectl set-ntp true)')]
      : [ok('Heure : celle de PostgreSQL')];
  });
}

/** Checks that the last attempt to archive PostgreSQL's log succeeded, where it is archived. */
export async function checkArchiving(url: string): Promise<Finding[]> {
  return withDatabase('archives', url, async (client) => {
    const { rows } = await client.query<{ failed: Date | null }>(
      `SELECT CASE WHEN last_failed_time > coalesce(last_archived_time, '-infinity') THEN last_failed_time END AS failed
       FROM pg_stat_archiver WHERE current_setting('archive_mode') <> 'off'`,
    );
    const [archiver] = rows;
    if (!archiver) return [];
    return archiver.failed
      ? [fault(`Archives : en échec, le ${archiver.failed.toISOString()}`, 'docker compose logs postgres dit pourquoi')]
      : [ok('Archives : à jour')];
  });
}

export async function checkFailedDeliveries(url: string): Promise<Finding[]> {
  return withDatabase('notify', url, async (client) => {
    const { rows } = await client.query<{ count: number }>(
      "SELECT count(*)::int FROM email_deliveries WHERE state = 'failed'",
    );
    const count = rows[0]?.count ?? 0;
    return count > 0
      ? [warning(`E-mails : ${count} en échec`, "voyez pourquoi et relancez-les dans l'administration, page Envois")]
      : [ok('E-mails : aucun en échec')];
  });
}

/** Saved orders with this many consecutive ids suggest guessed ids. */
const SAVED_RUN = 20;

/** Finds accounts that saved long runs of consecutive orders of others, possible before SEC-001. */
export async function checkSavedRuns(url: string): Promise<Finding[]> {
  return withDatabase('orders', url, async (client) => {
    // Consecutive ids have the same distance to their rank. The administrator may save any order.
    const { rows } = await client.query<{ id: number }>(
      `SELECT DISTINCT user_id AS id FROM (
         SELECT saved.user_id, saved.order_id - row_number() OVER (PARTITION BY saved.user_id ORDER BY saved.order_id) AS run
         FROM saved_orders AS saved JOIN orders ON orders.id = saved.order_id
         WHERE saved.user_id <> $2 AND orders.user_id IS DISTINCT FROM saved.user_id
       ) AS ranked
       GROUP BY user_id, run HAVING count(*) >= $1 ORDER BY user_id`,
      [SAVED_RUN, ADMIN_ID],
    );
    const ids = rows.map(({ id }) => id).join(', ');
    return rows.length > 0
      ? [
          warning(
            `Colis suivis : ${SAVED_RUN} identifiants consécutifs ou plus, utilisateurs ${ids}`,
            `vérifiez ces comptes, puis supprimez-les ou, dans la base : DELETE FROM orders.saved_orders WHERE user_id IN (${ids})`,
          ),
        ]
      : [ok("Colis suivis : aucune longue suite d'identifiants")];
  });
}

export const unreachable = (service: string, error: unknown): Finding =>
  fault(`Base ${service} : ne répond pas (${reasonOf(error)})`, 'démarrez PostgreSQL et vérifiez son mot de passe');

async function withDatabase(
  service: string,
  url: string,
  check: (client: pg.Client) => Promise<Finding[]>,
): Promise<Finding[]> {
  let client: pg.Client;
  try {
    client = await connect(url);
  } catch (error) {
    return [unreachable(service, error)];
  }
  try {
    return await check(client);
  } catch (error) {
    return [fault(`Base ${service} : ${reasonOf(error)}`, 'démarrez FasoColis une fois, puis recommencez')];
  } finally {
    await client.end();
  }
}

export async function checkRedis(url: string): Promise<Finding[]> {
  const redis = connectRedis(url);
  try {
    if (redis.status !== 'ready') await once(redis, 'ready', { signal: AbortSignal.timeout(TIMEOUT_MS) });
    const info = `${await redis.info('persistence')}${await redis.info('memory')}`;
    const value = (name: string) => new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1];
    const findings: Finding[] = [];
    if (value('aof_enabled') !== '1') {
      findings.push(
        fault('Redis : sans journal (AOF)', 'appendonly yes : sinon un redémarrage perd sessions et événements'),
      );
    }
    if (value('maxmemory_policy') !== 'noeviction') {
      findings.push(fault(`Redis : jette des clés (${value('maxmemory_policy')})`, 'maxmemory-policy noeviction'));
    }
    return findings.length > 0 ? findings : [ok('Redis : répond, avec journal, sans éviction')];
  } catch (error) {
    return [fault(`Redis : ne répond pas (${reasonOf(error)})`, 'démarrez Redis et vérifiez son mot de passe')];
  } finally {
    redis.disconnect();
  }
}

/** Lists the jobs that are not retried any more. `checkRedis` reports an unreachable Redis. */
export async function checkFailedJobs(redisUrl: string): Promise<Finding[]> {
  const jobs = await failedJobs(redisUrl).catch(() => null);
  if (jobs === null) return [];
  if (jobs.length === 0) return [ok('Tâches internes : aucune en échec')];
  return jobs.map(({ queue, name, reason, failedAt, requestId }) =>
    warning(
      `Tâche interne en échec : ${queue}, ${name}, le ${failedAt.toISOString()}${requestId ? `, demande ${requestId}` : ''} (${reason.replace(/\s+/g, ' ')})`,
      'mettez FasoColis à jour : le redémarrage réessaie les événements',
    ),
  );
}

const WRONG_PASSWORD = 'vérifiez le nom et le mot de passe SMTP';
/** Remedies by nodemailer's error code. */
const SMTP_REMEDIES: Record<string, string> = {
  EAUTH: WRONG_PASSWORD,
  ENOAUTH: WRONG_PASSWORD,
  ETLS: 'un mot de passe exige une connexion chiffrée : smtps://, ou un serveur qui offre STARTTLS',
};

export async function checkSmtp(smtpUrl: string): Promise<Finding[]> {
  const timeouts = { connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS };
  const transport = createTransport({ ...smtpConnection(smtpUrl), ...timeouts });
  try {
    await transport.verify();
    return [ok(`Serveur d'e-mail : ${new URL(smtpUrl).host} accepte la connexion`)];
  } catch (error) {
    const { code } = error as { code?: string };
    const remedy = SMTP_REMEDIES[code ?? ''] ?? 'vérifiez SMTP_URL et le pare-feu';
    return [fault(`Serveur d'e-mail : ${reasonOf(error).split('\n')[0]}`, remedy)];
  } finally {
    transport.close();
  }
}
