import type { AlertKind } from '@fasocolis/contracts/alert-words';
import { DAY_MS } from '@fasocolis/contracts/dates';
import type { Measurements } from './measurements.ts';

export interface AlertLimits {
  diskFree: number;
  memoryFree: number;
  /** Null when the age of backups is not monitored. */
  backupHours: number | null;
  archiveMinutes: number | null;
}

export interface Problem {
  subject: string;
  detail: string;
}

interface AlertCheck {
  kind: AlertKind;
  /** How many checks in a row have to agree before an alert begins or ends. */
  times: number;
  /** Null when it could not be measured. */
  find: (measured: Measurements, limits: AlertLimits) => Problem[] | null;
}

const CERTIFICATE_DAYS = 14;
const UNPUBLISHED_SECONDS = 300;
const UNCONFIRMED_SECONDS = 1200;
const MAX_STARTS = 3;
const MAX_PAGE_FAILURES = 5;
const REDIS_MEMORY = 0.9;
const HOUR_MS = 3_600_000;

const percent = (share: number) => `${Math.round(share * 100)}\u00a0%`;
const only = (isWrong: boolean, detail: string): Problem[] => (isWrong ? [{ subject: '', detail }] : []);
const minutes = (seconds: number) => `${Math.round(seconds / 60)} minutes`;

const all = ({ replicas }: Measurements, metric: string, labels?: Record<string, string>) =>
  replicas.flatMap(({ values }) => values(metric, labels));

/** The self-checks of the product. The rules of Prometheus (infra/observability/alerts.yml) have the same limits. */
export const ALERT_CHECKS: readonly AlertCheck[] = [
  {
    kind: 'database',
    times: 2,
    find: ({ databaseFault }) => only(databaseFault !== null, `PostgreSQL\u00a0: ${databaseFault}`),
  },
  {
    kind: 'redis',
    times: 2,
    find: ({ redisFault }) => only(redisFault !== null, `Redis\u00a0: ${redisFault}`),
  },
  {
    kind: 'process',
    times: 4,
    find: ({ absent }) =>
      absent.map((subject) => ({ subject, detail: `Aucun processus «\u00a0${subject}\u00a0» ne répond.` })),
  },
  {
    kind: 'restarts',
    times: 1,
    find: ({ starts }) =>
      starts
        ?.filter(({ count }) => count >= MAX_STARTS)
        .map(({ process, instance, count }) => ({
          subject: `${process} ${instance}`,
          detail: `«\u00a0${process}\u00a0» (${instance}) a démarré ${count} fois en un quart d'heure.`,
        })) ?? null,
  },
  {
    kind: 'disk',
    times: 2,
    find(measured, { diskFree }) {
      const free = Math.min(...all(measured, 'disk_free_ratio'));
      return only(free < diskFree, `Il reste ${percent(free)} du disque.`);
    },
  },
  {
    kind: 'memory',
    times: 10,
    find(measured, { memoryFree }) {
      const free = Math.min(...all(measured, 'memory_available_ratio'));
      const { redisMemory } = measured;
      const ofRedis = { subject: 'redis', detail: `Redis utilise ${percent(redisMemory ?? 0)} de sa mémoire.` };
      return [
        ...only(free < memoryFree, `Il reste ${percent(free)} de la mémoire de la machine.`),
        ...(redisMemory !== null && redisMemory > REDIS_MEMORY ? [ofRedis] : []),
      ];
    },
  },
  {
    kind: 'certificate',
    times: 3,
    find(measured) {
      const ends = all(measured, 'certificate_expiry_timestamp_seconds');
      if (ends.length === 0 && measured.absent.includes('gateway')) return null;
      const days = Math.floor((Math.min(...ends) * 1000 - measured.now.getTime()) / DAY_MS);
      const detail = days < 0 ? 'Il est fini, ou ne se laisse pas lire.' : `Il finit dans ${days} jours.`;
      return only(days < CERTIFICATE_DAYS, detail);
    },
  },
  {
    kind: 'deliveries',
    times: 1,
    find(measured) {
      const [failed] = all(measured, 'email_deliveries', { state: 'failed' });
      return failed === undefined ? null : only(failed > 0, `Messages en échec\u00a0: ${failed}.`);
    },
  },
  {
    kind: 'outbox',
    times: 1,
    find(measured) {
      const metric = 'outbox_oldest_event_age_seconds';
      const unpublished = all(measured, metric, { state: 'unpublished' });
      const unconfirmed = all(measured, metric, { state: 'unconfirmed' });
      if (unpublished.length === 0) return null;
      const [waiting, handled] = [Math.max(...unpublished), Math.max(...unconfirmed)];
      return [
        ...only(waiting > UNPUBLISHED_SECONDS, `Un événement attend Redis depuis ${minutes(waiting)}.`),
        ...(handled > UNCONFIRMED_SECONDS
          ? [{ subject: 'unconfirmed', detail: `Un événement n'est pas traité depuis ${minutes(handled)}.` }]
          : []),
      ];
    },
  },
  {
    kind: 'backup',
    times: 1,
    find({ now, lastBackup }, { backupHours }) {
      if (lastBackup === null || backupHours === null) return null;
      const hours = Math.floor((now.getTime() - lastBackup.getTime()) / HOUR_MS);
      return only(hours >= backupHours, `Aucune sauvegarde depuis ${hours} heures.`);
    },
  },
  {
    kind: 'archive',
    times: 1,
    find({ now, lastArchived }, { archiveMinutes }) {
      if (lastArchived === null || archiveMinutes === null) return null;
      const seconds = (now.getTime() - lastArchived.getTime()) / 1000;
      return only(seconds > archiveMinutes * 60, `PostgreSQL n'a rien archivé depuis ${minutes(seconds)}.`);
    },
  },
  {
    kind: 'page-failures',
    times: 1,
    find: ({ pageFailures }) =>
      only(pageFailures >= MAX_PAGE_FAILURES, `${pageFailures} pages signalées en dix minutes.`),
  },
];
