import type { EmailDelivery } from '@fasocolis/contracts/email';
import type { FailedEvent, QueueOverview } from '@fasocolis/contracts/queues';
import type { Page, Request } from '@playwright/test';
import { expectNoFaults } from './accessibility.ts';
import { ADMIN, expect, expectToast, isCall, test } from './fixtures.ts';

const SCREEN = '/admin/email-deliveries';
const TITLE = "E-mails et files d'attente";

const none = { events: 0, oldestSeconds: null };
const announcements = { count: 0, oldestSeconds: null };
const idle = { waiting: 0, active: 0, delayed: 0, failed: 0 };
const queue = (name: string, jobs = {}, oldestSeconds: number | null = null) => ({
  name,
  jobs: { ...idle, ...jobs },
  oldestSeconds,
});

/** What the server says while all is well, but for what a test is about. */
const overview = (changes: Partial<QueueOverview> = {}): QueueOverview => ({
  queues: ['events-orders', 'events-notify'].map((name) => queue(name)),
  failedEvents: [],
  outboxes: ['auth', 'orders', 'catalog', 'content', 'notify'].map((service) => ({
    service,
    state: { unpublished: none, unconfirmed: none },
  })),
  emails: { counts: { pending: 0, sent: 310, dropped: 4, failed: 0 }, oldestPendingSeconds: null, announcements },
  ...changes,
});

const failedMail = (changes: Partial<EmailDelivery> = {}): EmailDelivery => ({
  id: crypto.randomUUID(),
  kind: 'order-status',
  recipient: 'fatou.ouedraogo@example.com',
  state: 'failed',
  attempts: 1,
  lastError: "Can't send mail - all recipients were rejected: 550 No such person here",
  requestId: '0197a1c2-6f1e-7c55-b5de-2d7c8f1f0a11',
  createdAt: '2026-03-05T14:07:00.000Z',
  sentAt: null,
  ...changes,
});

const failedEvent: FailedEvent = {
  id: crypto.randomUUID(),
  queue: 'events-notify',
  name: 'order.status-changed',
  reason: '✖ Entrée invalide\n  → at orderId',
  failedAt: '2026-03-05T14:07:00.000Z',
  requestId: '0197a1c2-6f1e-7c55-b5de-2d7c8f1f0a11',
};

/** Has the server say what a test is about; the overview may change from look to look. */
async function stub(page: Page, states: { overview?: () => QueueOverview; mails?: () => EmailDelivery[] }) {
  const { overview: look = () => overview(), mails = () => [] } = states;
  await page.route('**/api/queues', (route) => route.fulfill({ json: look() }));
  await page.route('**/api/email-deliveries?*', (route) => {
    const { state, id } = JSON.parse(new URL(route.request().url()).searchParams.get('filter') ?? '{}');
    const rows = mails().filter((mail) => (id ? [id].flat().includes(mail.id) : mail.state === state));
    const range = rows.length === 0 ? '*' : `0-${rows.length - 1}`;
    return route.fulfill({
      json: rows,
      headers: { 'content-range': `email-deliveries ${range}/${rows.length}` },
    });
  });
}

const section = (page: Page, name: string) => page.getByRole('region', { name });
const lineOf = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });
const tab = (page: Page, name: string) => page.getByRole('tab', { name });
const rowOf = (page: Page, { recipient }: EmailDelivery) => page.getByRole('row').filter({ hasText: recipient ?? '' });

test.beforeEach(({ page, signIn }) => signIn(page, ADMIN));

test.describe('the screen of mails and queues', () => {
  test('opens from the sidebar and shows a mail that was really sent, found by its address', async ({
    page,
    adminApi,
    createUser,
    mailedLink,
  }) => {
    const { email } = await createUser();
    await mailedLink(email, 'Vérification de votre adresse email');
    await expect
      .poll(async () => (await adminApi.get(`/api/email-deliveries?filter={"q":"${email}","state":"sent"}`)).json())
      .toHaveLength(1);
    await page.goto('/admin/orders');
    await page.getByTestId('admin-sidebar').getByRole('link', { name: TITLE }).click();
    await expect(page).toHaveURL(SCREEN);
    await expect(page.getByRole('heading', { level: 1, name: TITLE })).toBeVisible();
    await expect(lineOf(page, 'Événements : Commandes')).toContainText(/À jour|En cours/);
    await expect(tab(page, 'Envoyés')).toHaveText(/\(\d+\)$/);
    await tab(page, 'Envoyés').click();
    await page.getByRole('searchbox', { name: 'Rechercher une adresse' }).fill(email);
    const row = page.getByRole('row').filter({ hasText: email });
    await expect(row).toHaveCount(1);
    await expect(row).toContainText("Vérification de l'adresse");
    await row.getByRole('button', { name: 'Détails' }).click();
    const dialog = page.getByRole('dialog', { name: "Vérification de l'adresse" });
    await expect(dialog).toContainText(email);
    await expect(dialog).toContainText('Numéro de demande');
    await expect(dialog).toContainText(/[0-9a-f]{8}-[0-9a-f-]{27}/);
    await page.reload();
    await expect(dialog).toBeVisible();
    await dialog.getByRole('button', { name: 'Fermer' }).click();
    await expect(page).toHaveURL(SCREEN);
    await page.getByRole('searchbox', { name: 'Rechercher une adresse' }).fill('personne@nulle.part');
    await expect(page.getByText('Aucun résultat pour cette recherche.')).toBeVisible();
  });

  test('says that all is well when nothing waits', async ({ page }) => {
    await stub(page, {});
    await page.goto(SCREEN);
    await expect(page.getByText("Tout est à jour : rien n'attend.")).toBeVisible();
    await expect(lineOf(page, 'Départ des événements')).toContainText('À jour');
    await expect(page.getByText('Aucun e-mail en échec : rien à faire.')).toBeVisible();
    await expect(tab(page, 'Envoyés')).toHaveText('Envoyés (310)');
    await expect(page.getByRole('button', { name: 'Renvoyer tous les échecs' })).toHaveCount(0);
  });

  test('tells what waits, for how long, and what is unknown', async ({ page }) => {
    await stub(page, {
      overview: () =>
        overview({
          queues: [
            queue('events-orders', { waiting: 3, active: 1 }, 125),
            queue('events-notify', { delayed: 2 }, 7300),
          ],
          outboxes: [
            { service: 'auth', state: { unpublished: { events: 5, oldestSeconds: 30 }, unconfirmed: none } },
            { service: 'catalog', state: null },
          ],
          emails: { counts: { pending: 12, sent: 0, dropped: 0, failed: 0 }, oldestPendingSeconds: 61, announcements },
        }),
    });
    await page.goto(SCREEN);
    for (const [name, health, details] of [
      ['Événements : Commandes', 'En cours', '3 en attente, 1 en cours, le plus ancien depuis 2 minutes'],
      ['Événements : Notifications', 'À vérifier', '2 à réessayer, le plus ancien depuis 2 heures'],
      ['Départ des événements : Comptes', 'En cours', "5 en attente, le plus ancien depuis moins d'une minute"],
      ['Départ des événements : Produits', 'Inconnu', 'Ne répond pas'],
      ['E-mails à envoyer', 'En cours', '12 en attente, le plus ancien depuis 1 minute'],
    ] as const) {
      await expect(lineOf(page, name)).toContainText(health);
      await expect(lineOf(page, name)).toContainText(details);
    }
    await expect(page.getByText('Tout est à jour')).toHaveCount(0);
  });

  test('says in French that Redis does not answer, and still shows the mails', async ({ page }) => {
    await stub(page, { overview: () => overview({ queues: null }), mails: () => [failedMail()] });
    await page.goto(SCREEN);
    await expect(section(page, "Files d'attente").getByRole('alert')).toContainText('Redis ne répond pas');
    await expect(section(page, "Files d'attente").getByRole('alert')).toContainText("Rien n'est perdu");
    await expect(rowOf(page, failedMail())).toBeVisible();
  });

  test('offers another try when its state does not come', async ({ page }) => {
    await stub(page, {});
    await page.route('**/api/queues', (route) =>
      route.fulfill({ status: 503, json: { message: 'Service temporairement indisponible', code: 'unavailable' } }),
    );
    await page.goto(SCREEN);
    const panel = section(page, "Files d'attente");
    await expect(panel.getByRole('alert')).toContainText("L'état des files d'attente n'a pas pu être chargé.");
    await page.unroute('**/api/queues');
    await stub(page, {});
    await panel.getByRole('button', { name: 'Réessayer' }).click();
    await expect(panel.getByText("Tout est à jour : rien n'attend.")).toBeVisible();
  });

  test('goes with what happens by itself while something moves', async ({ page }) => {
    let looks = 0;
    await stub(page, {
      overview() {
        looks += 1;
        const counts = { pending: looks < 3 ? 1 : 0, sent: 0, dropped: 0, failed: 0 };
        return overview({ emails: { counts, oldestPendingSeconds: looks < 3 ? 5 : null, announcements } });
      },
    });
    await page.goto(SCREEN);
    await expect(lineOf(page, 'E-mails à envoyer')).toContainText('1 en attente');
    await expect(lineOf(page, 'E-mails à envoyer')).toContainText('À jour', { timeout: 20_000 });
  });
});

test.describe('mails that were given up', () => {
  const retries = (page: Page, path: string) => {
    const calls: string[] = [];
    page.on('request', (request: Request) => {
      if (isCall('POST', path)(request)) calls.push(request.url());
    });
    return calls;
  };

  test('say why in plain words, with the technical text beside it, and are sent again one by one', async ({ page }) => {
    const mail = failedMail();
    let mails = [mail];
    await stub(page, { mails: () => mails });
    const path = `/api/email-deliveries/${mail.id}/retry`;
    const calls = retries(page, path);
    await page.route(`**${path}`, (route) => {
      mails = [];
      return route.fulfill({ json: { ...mail, state: 'pending', attempts: 0 } });
    });
    await page.goto(SCREEN);
    const row = rowOf(page, mail);
    await expect(row).toContainText("Statut d'un colis");
    await expect(row).toContainText("L'adresse n'existe pas ou refuse nos e-mails.");
    await row.getByRole('button', { name: 'Détails' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('550 No such person here');
    await expect(dialog).toContainText(mail.requestId ?? '');
    await dialog.getByRole('button', { name: 'Renvoyer' }).dblclick();
    await expectToast(page, 'E-mail remis en route');
    await expect(dialog).toHaveCount(0);
    await expect(page.getByText('Aucun e-mail en échec : rien à faire.')).toBeVisible();
    expect(calls).toHaveLength(1);
  });

  test('say so when they cannot be sent again', async ({ page }) => {
    const mail = failedMail();
    await stub(page, { mails: () => [mail] });
    await page.route(`**/api/email-deliveries/${mail.id}/retry`, (route) =>
      route.fulfill({
        status: 409,
        json: { message: 'Seul un e-mail en échec peut être renvoyé', code: 'conflict', requestId: 'x' },
      }),
    );
    await page.goto(SCREEN);
    await rowOf(page, mail).getByRole('button', { name: 'Renvoyer' }).click();
    await expectToast(page, 'Erreur', "L'e-mail n'a pas pu être renvoyé : Seul un e-mail en échec peut être renvoyé");
  });

  test('are all sent again after a question', async ({ page }) => {
    let mails = [failedMail(), failedMail({ recipient: 'awa@example.com' })];
    const counted = () =>
      overview({
        emails: {
          counts: { pending: 0, sent: 310, dropped: 4, failed: mails.length },
          oldestPendingSeconds: null,
          announcements,
        },
      });
    await stub(page, { overview: counted, mails: () => mails });
    await page.route('**/api/email-deliveries/retry-failed', (route) => {
      const retried = mails.length;
      mails = [];
      return route.fulfill({ json: { retried } });
    });
    await page.goto(SCREEN);
    await expect(tab(page, 'En échec')).toHaveText('En échec (2)');
    await page.getByRole('button', { name: 'Renvoyer tous les échecs' }).click();
    const question = page.getByRole('dialog', { name: 'Renvoyer les 2 e-mails en échec ?' });
    await question.getByRole('button', { name: 'Annuler' }).click();
    await expect(question).toHaveCount(0);
    await page.getByRole('button', { name: 'Renvoyer tous les échecs' }).click();
    await question.getByRole('button', { name: 'Renvoyer' }).click();
    await expectToast(page, 'Succès', '2 e-mails remis en route');
    await expect(tab(page, 'En échec')).toHaveText('En échec (0)');
    await expect(page.getByRole('button', { name: 'Renvoyer tous les échecs' })).toHaveCount(0);
  });
});

test('an event that was given up shows its reason and is tried again', async ({ page }) => {
  let failedEvents = [failedEvent];
  await stub(page, {
    overview: () =>
      overview({
        failedEvents,
        queues: [queue('events-orders'), queue('events-notify', { failed: failedEvents.length })],
      }),
  });
  await page.route(`**/api/queues/events-notify/jobs/${failedEvent.id}/retry`, (route) => {
    failedEvents = [];
    return route.fulfill({ json: { message: 'Événement remis en route' } });
  });
  await page.goto(SCREEN);
  const events = section(page, 'Événements en échec');
  await expect(events).toContainText("Changement de statut d'un colis");
  await expect(events).toContainText('→ at orderId');
  await expect(lineOf(page, 'Événements : Notifications').first()).toContainText('1 en échec');
  await events.getByRole('button', { name: 'Réessayer' }).click();
  await expectToast(page, 'Événement remis en route');
  await expect(events).toHaveCount(0);
});

for (const [device, width] of [
  ['a phone', 360],
  ['a computer', 1280],
] as const) {
  test(`the screen fits ${device}, and a machine finds no fault with it`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    const mails = [
      failedMail(),
      failedMail({
        recipient: 'une.adresse.vraiment.tres.longue.sans.espace@sous-domaine.exemple-de-societe.bf',
        kind: 'announcement',
        lastError: 'Error: connect ECONNREFUSED 10.0.0.5:25',
        attempts: 30,
      }),
      failedMail({ recipient: null, kind: 'password-reset', lastError: 'Greeting never received: ETIMEDOUT' }),
    ];
    await stub(page, {
      mails: () => mails,
      overview: () =>
        overview({
          failedEvents: [failedEvent],
          queues: [queue('events-orders', { waiting: 3 }, 20), queue('events-notify', { failed: 1 })],
          outboxes: [{ service: 'catalog', state: null }],
          emails: {
            counts: { pending: 2, sent: 12_310, dropped: 4, failed: 3 },
            oldestPendingSeconds: 400,
            announcements,
          },
        }),
    });
    await page.goto(SCREEN);
    await expect(rowOf(page, failedMail())).toBeVisible();
    expect(await page.locator('html').evaluate((html) => html.scrollWidth)).toBe(width);
    await expectNoFaults(page);
    await rowOf(page, failedMail()).getByRole('button', { name: 'Détails' }).press('Enter');
    await expect(page.getByRole('dialog')).toBeVisible();
    expect(await page.locator('html').evaluate((html) => html.scrollWidth)).toBe(width);
    await expectNoFaults(page);
    await page.keyboard.press('Escape');
    await expect(rowOf(page, failedMail()).getByRole('button', { name: 'Détails' })).toBeFocused();
  });
}
