import type { EmailDelivery } from '@fasocolis/contracts/email';
import type { FailedEvent, QueueOverview } from '@fasocolis/contracts/queues';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectNarrow, expectToast, FakeApi, openScreen } from './back-office.tsx';

const OVERVIEW = 'GET /api/queues';
const none = { events: 0, oldestSeconds: null };
const announcements = { count: 0, oldestSeconds: null };

const queue = (name: string, jobs = {}, oldestSeconds: number | null = null) => ({
  name,
  jobs: { waiting: 0, active: 0, delayed: 0, failed: 0, ...jobs },
  oldestSeconds,
});
const mailCounts = (
  counts: Partial<QueueOverview['emails']['counts']>,
  oldestPendingSeconds: number | null = null,
) => ({
  emails: { counts: { pending: 0, sent: 310, dropped: 4, failed: 0, ...counts }, oldestPendingSeconds, announcements },
});

/** The state without pending entries, except for those of the test. */
const overview = (changes: Partial<QueueOverview> = {}): QueueOverview => ({
  queues: ['events-orders', 'events-notify'].map((name) => queue(name)),
  failedEvents: [],
  outboxes: ['auth', 'orders', 'catalog', 'content', 'notify'].map((service) => ({
    service,
    state: { unpublished: none, unconfirmed: none },
  })),
  ...mailCounts({}),
  ...changes,
});

const MAIL: EmailDelivery = {
  id: '0197a1c2-6f1e-7c55-b5de-2d7c8f1f0a10',
  channel: 'email',
  kind: 'order-status',
  recipient: 'fatou.ouedraogo@example.com',
  state: 'failed',
  attempts: 1,
  lastError: "Can't send mail - all recipients were rejected: 550 No such person here",
  requestId: '0197a1c2-6f1e-7c55-b5de-2d7c8f1f0a11',
  createdAt: '2026-03-05T14:07:00.000Z',
  sentAt: null,
};
const RETRY = `POST /api/email-deliveries/${MAIL.id}/retry`;
const EVENT: FailedEvent = {
  id: '0197a1c2-6f1e-7c55-b5de-2d7c8f1f0a12',
  queue: 'events-notify',
  name: 'order.history-extended',
  reason: '✖ Entrée invalide\n  → at orderId',
  failedAt: '2026-03-05T14:07:00.000Z',
  requestId: '0197a1c2-6f1e-7c55-b5de-2d7c8f1f0a11',
};

const queues = page.getByRole('region', { name: "Files d'attente" });
const lineOf = (name: string) => queues.getByRole('listitem').filter({ hasText: name }).first();
const tab = (name: string) => page.getByRole('tab', { name });
const row = page.getByRole('row').filter({ hasText: 'fatou.ouedraogo@example.com' });
const dialog = page.getByRole('dialog');
const retryAll = page.getByRole('button', { name: 'Renvoyer tous les échecs' });
const idle = queues.getByText("Tout est à jour : rien n'attend.");

function openDeliveries(state: Partial<QueueOverview> = {}, mails: EmailDelivery[] = []): FakeApi {
  const api = new FakeApi({ 'email-deliveries': mails });
  api.respond(OVERVIEW, 200, overview(state));
  openScreen('/email-deliveries', api);
  return api;
}

afterEach(() => vi.useRealTimers());

describe('the state of emails and queues', () => {
  it('shows that nothing is pending', async () => {
    openDeliveries();
    await expect.element(idle).toBeVisible();
    await expect.element(lineOf('Départ des événements').getByText('À jour', { exact: true })).toBeVisible();
    await expect.element(page.getByText('Aucun e-mail en échec : rien à faire.')).toBeVisible();
    await expect.element(tab('Envoyés (310)')).toBeVisible();
    await expect.element(retryAll).not.toBeInTheDocument();
  });

  it('shows what is pending, for how long, and what is unknown', async () => {
    openDeliveries({
      queues: [queue('events-orders', { waiting: 3, active: 1 }, 125), queue('events-notify', { delayed: 2 }, 7300)],
      outboxes: [
        { service: 'auth', state: { unpublished: { events: 5, oldestSeconds: 30 }, unconfirmed: none } },
        { service: 'catalog', state: null },
      ],
      ...mailCounts({ pending: 12 }, 61),
    });
    for (const [name, health, details] of [
      ['Événements : Commandes', 'En cours', '3 en attente, 1 en cours, le plus ancien depuis 2 minutes'],
      ['Événements : Notifications', 'À vérifier', '2 à réessayer, le plus ancien depuis 2 heures'],
      ['Départ des événements : Comptes', 'En cours', "5 en attente, le plus ancien depuis moins d'une minute"],
      ['Départ des événements : Produits', 'Inconnu', 'Ne répond pas'],
      ['Messages à envoyer', 'En cours', '12 en attente, le plus ancien depuis 1 minute'],
    ] as const) {
      await expect.element(lineOf(name).getByText(health, { exact: true })).toBeVisible();
      await expect.element(lineOf(name).getByText(details, { exact: true })).toBeVisible();
    }
    await expect.element(idle).not.toBeInTheDocument();
  });

  it('shows that Redis does not respond, and still shows the emails', async () => {
    openDeliveries({ queues: null }, [MAIL]);
    await expect.element(queues.getByRole('alert').getByText(/Redis ne répond pas.*Rien n'est perdu/)).toBeVisible();
    await expect.element(row).toBeVisible();
  });

  it('is loaded on demand after a failure', async () => {
    const api = new FakeApi();
    api.respond(OVERVIEW, 503, { message: 'Service temporairement indisponible', code: 'unavailable' });
    openScreen('/email-deliveries', api);
    const failure = queues.getByRole('alert').getByText("L'état des files d'attente n'a pas pu être chargé.");
    await expect.element(failure).toBeVisible();
    api.respond(OVERVIEW, 200, overview());
    await queues.getByRole('button', { name: 'Réessayer' }).click();
    await expect.element(idle).toBeVisible();
  });

  it('is refreshed while something is pending', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const api = openDeliveries(mailCounts({ pending: 1 }, 5));
    await expect.element(lineOf('Messages à envoyer').getByText('1 en attente')).toBeVisible();
    api.respond(OVERVIEW, 200, overview());
    vi.advanceTimersByTime(3000);
    await expect.element(lineOf('Messages à envoyer').getByText('À jour', { exact: true })).toBeVisible();
  });

  it('fits a narrow screen, with the details of an email', async () => {
    await page.viewport(360, 740);
    const recipient = 'une.adresse.vraiment.tres.longue.sans.espace@sous-domaine.exemple-de-societe.bf';
    openDeliveries({ failedEvents: [EVENT], outboxes: [{ service: 'catalog', state: null }] }, [
      { ...MAIL, recipient, lastError: 'Error: connect ECONNREFUSED 10.0.0.5:25', attempts: 30 },
    ]);
    await expect.element(page.getByText(recipient)).toBeVisible();
    expectNarrow();
    await page.getByRole('button', { name: 'Détails' }).click();
    await expect.element(dialog.getByText(recipient)).toBeVisible();
    expectNarrow();
  });
});

describe('a failed email', () => {
  /** Accepts a retry, after which no email is failed. */
  function acceptRetry(api: FakeApi): void {
    api.compute(RETRY, () => {
      api.set('email-deliveries', []);
      return { ...MAIL, state: 'pending', attempts: 0 };
    });
  }

  it('shows the reason in plain words', async () => {
    openDeliveries({}, [MAIL]);
    await expect.element(row.getByText("Statut d'un colis", { exact: true })).toBeVisible();
    await expect.element(row.getByText("L'adresse n'existe pas ou refuse nos e-mails.")).toBeVisible();
  });

  it('shows the technical reason in its details, and gets the focus back', async () => {
    openDeliveries({}, [MAIL]);
    const details = row.getByRole('button', { name: 'Détails' });
    await details.click();
    await expect.element(dialog).toHaveAccessibleName("Statut d'un colis");
    await expect.element(dialog.getByText('550 No such person here')).toBeVisible();
    await expect.element(dialog.getByText('0197a1c2-6f1e-7c55-b5de-2d7c8f1f0a11')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(details).toHaveFocus();
  });

  it('is retried once, however often the button is clicked', async () => {
    const api = openDeliveries({}, [MAIL]);
    acceptRetry(api);
    await row.getByRole('button', { name: 'Détails' }).click();
    await dialog.getByRole('button', { name: 'Renvoyer' }).dblClick();
    await expectToast('E-mail remis en route');
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(page.getByText('Aucun e-mail en échec : rien à faire.')).toBeVisible();
    expect(api.writes).toEqual([RETRY]);
  });

  it('shows a toast when the retry is refused', async () => {
    const api = openDeliveries({}, [MAIL]);
    api.respond(RETRY, 409, { message: 'Seul un message en échec peut être renvoyé', code: 'conflict' });
    await row.getByRole('button', { name: 'Renvoyer' }).click();
    await expectToast('Erreur', "L'e-mail n'a pas pu être renvoyé : Seul un message en échec peut être renvoyé");
  });
});

describe('all failed emails', () => {
  const question = page.getByRole('dialog', { name: 'Renvoyer les 2 e-mails en échec ?' });
  const ALL = 'POST /api/email-deliveries/retry-failed';

  async function openRetryAll(): Promise<FakeApi> {
    const second = { ...MAIL, id: '0197a1c2-6f1e-7c55-b5de-2d7c8f1f0a13', recipient: 'awa@example.com' };
    const api = openDeliveries(mailCounts({ failed: 2 }), [MAIL, second]);
    await retryAll.click();
    return api;
  }

  it('are not retried without confirmation', async () => {
    const api = await openRetryAll();
    await question.getByRole('button', { name: 'Annuler' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(api.writes).toEqual([]);
  });

  it('are retried and counted again', async () => {
    const api = await openRetryAll();
    await expect.element(page.getByRole('tab', { name: 'En échec (2)', includeHidden: true })).toBeInTheDocument();
    api.compute(ALL, () => {
      api.set('email-deliveries', []);
      api.respond(OVERVIEW, 200, overview());
      return { retried: 2 };
    });
    await question.getByRole('button', { name: 'Renvoyer' }).click();
    await expectToast('Succès', '2 e-mails remis en route');
    await expect.element(tab('En échec (0)')).toBeVisible();
    await expect.element(retryAll).not.toBeInTheDocument();
  });
});

describe('a failed event', () => {
  const events = page.getByRole('region', { name: 'Événements en échec' });
  const state = { failedEvents: [EVENT], queues: [queue('events-orders'), queue('events-notify', { failed: 1 })] };

  it('shows its reason and is counted', async () => {
    openDeliveries(state);
    await expect.element(events.getByText("Nouvelles d'un ou de plusieurs colis", { exact: true })).toBeVisible();
    await expect.element(events.getByText('→ at orderId')).toBeVisible();
    await expect.element(lineOf('Événements : Notifications').getByText('1 en échec')).toBeVisible();
  });

  it('is retried', async () => {
    const api = openDeliveries(state);
    const request = `POST /api/queues/events-notify/jobs/${EVENT.id}/retry`;
    api.compute(request, () => {
      api.respond(OVERVIEW, 200, overview());
      return { message: 'Événement remis en route' };
    });
    await events.getByRole('button', { name: 'Réessayer' }).click();
    await expectToast('Événement remis en route');
    await expect.element(events).not.toBeInTheDocument();
    expect(api.writes).toEqual([request]);
  });
});
