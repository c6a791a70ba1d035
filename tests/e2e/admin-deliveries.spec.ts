import type { EmailDelivery } from '@fasocolis/contracts/email';
import type { QueueOverview } from '@fasocolis/contracts/queues';
import { expectNoFaults } from './accessibility.ts';
import { ADMIN, expect, test } from './fixtures.ts';

test.beforeEach(({ page, signIn }) => signIn(page, ADMIN));

test('the screen of emails and queues shows an email that was sent, found by its address', async ({
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
  await page.getByTestId('admin-sidebar').getByRole('link', { name: "E-mails et files d'attente" }).click();
  await expect(page).toHaveURL('/admin/email-deliveries');
  await expect(page.getByRole('heading', { level: 1, name: "E-mails et files d'attente" })).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'Événements : Commandes' })).toContainText(
    /À jour|En cours/,
  );
  await expect(page.getByRole('tab', { name: 'Envoyés' })).toHaveText(/\(\d+\)$/);
  await page.getByRole('tab', { name: 'Envoyés' }).click();
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
  await expect(page).toHaveURL('/admin/email-deliveries');
  await page.getByRole('searchbox', { name: 'Rechercher une adresse' }).fill('personne@nulle.part');
  await expect(page.getByText('Aucun résultat pour cette recherche.')).toBeVisible();
});

for (const width of [360, 1280]) {
  test(`the screen fits ${width} pixels, and has no automatically detectable accessibility faults`, async ({
    page,
  }) => {
    const idle = { waiting: 0, active: 0, delayed: 0, failed: 1 };
    const requestId = '0197a1c2-6f1e-7c55-b5de-2d7c8f1f0a11';
    const createdAt = '2026-03-05T14:07:00.000Z';
    const overview: QueueOverview = {
      queues: [{ name: 'events-notify', jobs: idle, oldestSeconds: null }],
      failedEvents: [
        {
          id: '1',
          queue: 'events-notify',
          name: 'order.status-changed',
          reason: '✖ Entrée invalide\n  → at orderId',
          failedAt: createdAt,
          requestId,
        },
      ],
      outboxes: [{ service: 'catalog', state: null }],
      emails: {
        counts: { pending: 2, sent: 12_310, dropped: 4, failed: 3 },
        oldestPendingSeconds: 400,
        announcements: { count: 0, oldestSeconds: null },
      },
    };
    const mails = ['une.adresse.vraiment.tres.longue.sans.espace@sous-domaine.exemple-de-societe.bf', null].map(
      (recipient): EmailDelivery => ({
        id: crypto.randomUUID(),
        channel: 'email',
        kind: 'announcement',
        recipient,
        state: 'failed',
        attempts: 30,
        lastError: 'Error: connect ECONNREFUSED 10.0.0.5:25',
        requestId,
        createdAt,
        sentAt: null,
      }),
    );
    await page.route('**/api/queues', (route) => route.fulfill({ json: overview }));
    await page.route('**/api/email-deliveries?*', (route) =>
      route.fulfill({ json: mails, headers: { 'content-range': 'email-deliveries 0-1/2' } }),
    );
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/admin/email-deliveries');
    const details = page.getByRole('button', { name: 'Détails : une.adresse' });
    await expect(details).toBeVisible();
    expect(await page.locator('html').evaluate((html) => html.scrollWidth)).toBe(width);
    await expectNoFaults(page, `${width} pixels`);
    await details.press('Enter');
    await expect(page.getByRole('dialog')).toBeVisible();
    expect(await page.locator('html').evaluate((html) => html.scrollWidth)).toBe(width);
    await expectNoFaults(page, `the details at ${width} pixels`);
  });
}
