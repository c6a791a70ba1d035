interface AlertWords {
  title: string;
  action: string;
}

/** What the product reports about itself, in its own words. */
export const ALERTS = {
  database: {
    title: 'La base de données ne répond pas',
    action: 'docker compose ps postgres, puis docker compose logs postgres : souvent, le disque est plein.',
  },
  redis: {
    title: 'Redis ne répond pas',
    action:
      "docker compose ps redis, puis docker compose logs redis. Rien n'est perdu, les envois partent à son retour.",
  },
  process: {
    title: 'Un service ne répond pas',
    action: 'docker compose ps montre son état, docker compose logs <service> la raison.',
  },
  restarts: {
    title: 'Un service redémarre en boucle',
    action: 'docker compose logs <service> : la dernière ligne avant chaque démarrage donne la raison.',
  },
  disk: {
    title: 'Le disque est presque plein',
    action: 'docker system df montre ce qui le remplit ; docker image prune enlève les anciennes images.',
  },
  memory: {
    title: 'La mémoire est presque pleine',
    action: 'docker stats montre qui la prend. Arrêtez ce qui n’est pas FasoColis, ou prenez une machine plus grande.',
  },
  certificate: {
    title: 'Le certificat du site se termine',
    action: 'docker compose logs caddy : le domaine doit mener ici, et les ports 80 et 443 être ouverts.',
  },
  deliveries: {
    title: 'Des messages n’ont pas pu être envoyés',
    action: 'La page « Envois » de l’administration dit pourquoi, et les renvoie.',
  },
  outbox: {
    title: 'Des événements attendent trop longtemps',
    action: 'npm run doctor nomme les tâches en échec. Rien n’est perdu : elles reprennent dès que la cause a disparu.',
  },
  backup: {
    title: 'La dernière sauvegarde est trop ancienne',
    action: 'npm run backup, puis vérifiez la tâche de la nuit (cron) et la place sur le disque.',
  },
  archive: {
    title: "L'archivage continu n'avance plus",
    action: 'docker compose logs postgres : souvent, le second endroit ne répond pas, ou le disque est plein.',
  },
  'page-failures': {
    title: 'Des pages ne fonctionnent pas dans des navigateurs',
    action: 'docker compose logs notify : « page failed in a browser » nomme la page, l’erreur et le navigateur.',
  },
} as const satisfies Record<string, AlertWords>;

export type AlertKind = keyof typeof ALERTS;
export const ALERT_KINDS = Object.keys(ALERTS) as AlertKind[];

/** Longer than a few checks: then nothing watches. */
export const WATCH_STOPPED_MS = 5 * 60_000;
