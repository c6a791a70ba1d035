import type { Delivery } from '@fasocolis/contracts/deliveries';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectNarrow, expectToast, FakeApi, openScreen } from './back-office.tsx';
import { AWA } from './people.ts';

const DELIVERY: Delivery = {
  id: '0197a1c2-6f1e-7c55-b5de-2d7c8f1f0a10',
  channel: 'email',
  kind: 'order-status',
  recipient: 'fatou.ouedraogo@example.com',
  userId: null,
  references: [],
  dropReason: null,
  state: 'failed',
  attempts: 1,
  lastError: "Can't send mail - all recipients were rejected: 550 No such person here",
  requestId: '0197a1c2-6f1e-7c55-b5de-2d7c8f1f0a11',
  createdAt: '2026-03-05T14:07:00.000Z',
  sentAt: null,
};
const SECOND: Delivery = { ...DELIVERY, id: '0197a1c2-6f1e-7c55-b5de-2d7c8f1f0a13', recipient: 'awa@example.com' };
const SENT: Delivery = {
  ...DELIVERY,
  id: '0197a1c2-6f1e-7c55-b5de-2d7c8f1f0a14',
  state: 'sent',
  sentAt: DELIVERY.createdAt,
};
const RETRY = `POST /api/email-deliveries/${DELIVERY.id}/retry`;
const NOTHING_FAILED = 'Aucun e-mail en échec : rien à faire.';

const tab = (name: string) => page.getByRole('tab', { name });
const row = page.getByRole('row').filter({ hasText: 'fatou.ouedraogo@example.com' });
const dialog = page.getByRole('dialog');
const retryAll = page.getByRole('button', { name: 'Renvoyer tous les échecs' });

function openDeliveries(...messages: Delivery[]): FakeApi {
  const api = new FakeApi({ 'email-deliveries': messages });
  openScreen('/email-deliveries', api);
  return api;
}

afterEach(() => vi.useRealTimers());

describe('the screen of messages', () => {
  it('shows what failed and counts the others, without queues [OFF-014]', async () => {
    openDeliveries(DELIVERY, SENT);
    await expect.element(page.getByRole('heading', { level: 1, name: 'Envois', exact: true })).toBeVisible();
    await expect.element(row).toBeVisible();
    await expect.element(tab('En échec (1)')).toBeVisible();
    await expect.element(tab('Envoyés (1)')).toBeVisible();
    await expect.element(page.getByText(/files d'attente|Événements/)).not.toBeInTheDocument();
  });

  it('names who was not told, of which parcel and why [OFF-008]', async () => {
    const dropped = { ...SENT, state: 'dropped', sentAt: null, recipient: null, userId: AWA.id } as const;
    const told: Delivery = { ...dropped, references: ['UXO30-01'], dropReason: 'unverified-address' };
    const api = new FakeApi({
      'email-deliveries': [told],
      users: [AWA],
    });
    openScreen('/email-deliveries', api);
    await tab('Sans suite (1)').click();
    const line = page.getByRole('row').filter({ hasText: 'Awa Ouédraogo' });
    await expect.element(line.getByText("Statut d'un colis, UXO30-01")).toBeVisible();
    await expect.element(line.getByText('Non envoyé\u00a0: adresse non vérifiée')).toBeVisible();
  });

  it('has nothing to retry when nothing failed', async () => {
    openDeliveries(SENT);
    await expect.element(page.getByText(NOTHING_FAILED)).toBeVisible();
    await expect.element(tab('En échec (0)')).toBeVisible();
    await expect.element(retryAll).not.toBeInTheDocument();
  });

  it('is refreshed while it is open', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const api = openDeliveries(SENT);
    await expect.element(page.getByText(NOTHING_FAILED)).toBeVisible();
    api.set('email-deliveries', [DELIVERY, SENT]);
    vi.advanceTimersByTime(10_000);
    await expect.element(row).toBeVisible();
    await expect.element(tab('En échec (1)')).toBeVisible();
  });

  it('fits a narrow screen, with the details of an email', async () => {
    await page.viewport(360, 740);
    const recipient = 'une.adresse.vraiment.tres.longue.sans.espace@sous-domaine.exemple-de-societe.bf';
    openDeliveries({ ...DELIVERY, recipient, lastError: 'Error: connect ECONNREFUSED 10.0.0.5:25', attempts: 30 });
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
      return { ...DELIVERY, state: 'pending', attempts: 0 };
    });
  }

  it('shows the reason in plain words', async () => {
    openDeliveries(DELIVERY);
    await expect.element(row.getByText("Statut d'un colis", { exact: true })).toBeVisible();
    await expect.element(row.getByText("L'adresse n'existe pas ou refuse nos e-mails.")).toBeVisible();
  });

  it('shows the technical reason in its details, and gets the focus back', async () => {
    openDeliveries(DELIVERY);
    const details = row.getByRole('button', { name: 'Détails' });
    await details.click();
    await expect.element(dialog).toHaveAccessibleName("Statut d'un colis");
    await expect.element(dialog.getByText('550 No such person here')).toBeVisible();
    await expect.element(dialog.getByText('0197a1c2-6f1e-7c55-b5de-2d7c8f1f0a11')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(details).toHaveFocus();
  });

  it('is retried once, however often the button is clicked', async () => {
    const api = openDeliveries(DELIVERY);
    acceptRetry(api);
    await row.getByRole('button', { name: 'Détails' }).click();
    await dialog.getByRole('button', { name: 'Renvoyer' }).dblClick();
    await expectToast('E-mail remis en route');
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(page.getByText(NOTHING_FAILED)).toBeVisible();
    expect(api.writes).toEqual([RETRY]);
  });

  it('shows a toast when the retry is refused', async () => {
    const api = openDeliveries(DELIVERY);
    api.respond(RETRY, 409, { message: 'Seul un message en échec peut être renvoyé', code: 'conflict' });
    await row.getByRole('button', { name: 'Renvoyer' }).click();
    await expectToast('Erreur', "L'e-mail n'a pas pu être renvoyé : Seul un message en échec peut être renvoyé");
  });
});

describe('all failed emails', () => {
  const prompt = page.getByRole('dialog', { name: 'Renvoyer les 2 e-mails en échec ?' });
  const ALL = 'POST /api/email-deliveries/retry-failed';

  async function openRetryAll(): Promise<FakeApi> {
    const api = openDeliveries(DELIVERY, SECOND);
    await retryAll.click();
    return api;
  }

  it('are not retried without confirmation', async () => {
    const api = await openRetryAll();
    await prompt.getByRole('button', { name: 'Annuler' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(api.writes).toEqual([]);
  });

  it('are retried and counted again [OFF-014]', async () => {
    const api = await openRetryAll();
    await expect.element(page.getByRole('tab', { name: 'En échec (2)', includeHidden: true })).toBeInTheDocument();
    api.compute(ALL, () => {
      api.set('email-deliveries', []);
      return { retried: 2 };
    });
    await prompt.getByRole('button', { name: 'Renvoyer' }).click();
    await expectToast('Succès', '2 e-mails remis en route');
    await expect.element(tab('En échec (0)')).toBeVisible();
    await expect.element(retryAll).not.toBeInTheDocument();
  });
});
