import type { SendNotification } from '@fasocolis/contracts/notifications';
import type { User } from '@fasocolis/contracts/user';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { clearToast, expectNarrow, expectToast, FakeApi, openScreen, sidebarEntry } from './back-office.tsx';
import { AWA } from './people.ts';

const FATOU: User = { ...AWA, id: 13, username: 'fatou', firstName: 'Fatou' };
const SEND = 'POST /api/notifications';
const OWN_LIST = 'GET /api/notifications/user/1';
const WORDS = { title: 'Bonjour', body: 'Le bureau ouvre lundi.' };

const title = page.getByRole('textbox', { name: 'Titre' });
const body = page.getByRole('textbox', { name: 'Message' });
const everybody = page.getByRole('switch', { name: 'Tous les utilisateurs' });
const receivers = page.getByRole('group', { name: 'Destinataires' });
const picker = page.getByRole('list', { name: 'Utilisateurs' });
const optionOf = ({ username }: User) =>
  picker.getByRole('listitem').filter({ hasText: username }).getByRole('checkbox');
const ids = page.getByRole('textbox', { name: 'IDs utilisateurs' });
const send = page.getByRole('button', { name: 'Envoyer', exact: true });

/** Opens the screen; the server accepts notifications, except for unknown users. */
function openNotifications(audience = { customers: 12, byEmail: 3 }): FakeApi {
  const api = new FakeApi({ users: [AWA, FATOU] });
  api.respond('GET /api/users/audience', 200, audience);
  api.compute(SEND, (call) => {
    const sent = call.body as SendNotification;
    if (sent.targetUserId && sent.targetUserId > 100) {
      return Response.json({ message: 'Utilisateur non trouvé', code: 'not_found' }, { status: 404 });
    }
    return { id: 5, isRead: false, targetUserId: null, sentAt: '2026-03-05T14:07:00.000Z', ...sent };
  });
  openScreen('/notifications', api);
  return api;
}
async function openFilledIn(): Promise<FakeApi> {
  const api = openNotifications();
  await title.fill(WORDS.title);
  await body.fill(WORDS.body);
  return api;
}
async function openChosen(): Promise<FakeApi> {
  const api = await openFilledIn();
  await everybody.click();
  return api;
}

afterEach(() => vi.useRealTimers());

describe('the screen of notifications', () => {
  it('has an empty form, for a broadcast by default [ADM-NTF-001, ADM-NTF-016, VAL-052]', async () => {
    openNotifications();
    await expect.element(page.getByRole('heading', { level: 1, name: 'Gestion des Notifications' })).toBeVisible();
    await expect.element(title).toHaveValue('');
    await expect.element(body).toHaveValue('');
    await expect.element(everybody).toBeChecked();
  });

  it('shows advice, and on how many phones messages are shown [ADM-NTF-002, ADM-NTF-003, PUSH-005]', async () => {
    const api = new FakeApi({ users: [AWA] });
    api.respond('GET /api/push/summary', 200, { devices: 17 });
    openScreen('/notifications', api);
    const advice = page.getByRole('complementary', { name: 'Bonnes pratiques' });
    const reach = "Vos messages s'affichent sur le site et sur les téléphones abonnés : 17.";
    await expect.element(advice.getByText(reach, { exact: true })).toBeVisible();
    expect(advice.element().textContent?.endsWith(reach)).toBe(true);
    expect(advice.element().textContent).not.toContain('démo');
    const tips = advice.getByRole('listitem').elements();
    expect(tips.map(({ textContent }) => textContent)).toEqual([
      'Soyez concis',
      'Soyez pertinent',
      "Incluez un appel à l'action clair",
      "Testez avant d'envoyer",
    ]);
  });

  it('shows a preview of the notification', async () => {
    await openFilledIn();
    const preview = page.getByRole('figure', { name: 'Ce que le client verra' });
    for (const text of Object.values(WORDS)) {
      await expect.element(preview.getByText(text, { exact: true })).toBeVisible();
    }
  });

  it('fits a narrow screen', async () => {
    await page.viewport(360, 740);
    await openChosen();
    await expect.element(optionOf(AWA)).toBeInTheDocument();
    expectNarrow();
  });
});

const cancel = page.getByRole('button', { name: 'Annuler', exact: true });

/** Sends a broadcast, and lets the ten seconds pass. */
async function broadcast(): Promise<void> {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  await send.click();
  await expect.element(cancel).toBeVisible();
  vi.advanceTimersByTime(10_000);
  vi.useRealTimers();
}

describe('a broadcast', () => {
  afterEach(() => vi.useRealTimers());

  it('is one request [ADM-NTF-009]', async () => {
    const api = await openFilledIn();
    await broadcast();
    await expect.element(page.getByTestId('toast')).toBeVisible();
    expect(api.sent(SEND)).toEqual([{ ...WORDS, isGlobal: true }]);
  });

  it("shows a toast, refreshes the administrator's list and empties the form [ADM-NTF-011, ERR-065]", async () => {
    const api = await openFilledIn();
    await expect.poll(() => api.sent(OWN_LIST)).not.toEqual([]);
    const { length } = api.sent(OWN_LIST);
    await broadcast();
    await expectToast('Succès', 'Notification(s) envoyée(s) avec succès');
    await expect.poll(() => api.sent(OWN_LIST).length).toBeGreaterThan(length);
    await expect.element(title).toHaveValue('');
    await expect.element(body).toHaveValue('');
    await expect.element(everybody).toBeChecked();
  });

  it('is mailed only when that is chosen', async () => {
    const api = await openFilledIn();
    const byEmail = page.getByRole('switch', { name: 'Envoyer aussi par email' });
    await expect.element(byEmail).not.toBeChecked();
    await byEmail.click();
    await broadcast();
    await expect.poll(() => api.sent(SEND)).toEqual([{ ...WORDS, isGlobal: true, byEmail: true }]);
  });

  it('shows whom it reaches, and by email [OFF-005]', async () => {
    openNotifications({ customers: 1240, byEmail: 310 });
    await expect.element(page.getByText(/est pour 1\s240\sclients\./)).toBeVisible();
    await page.getByRole('switch', { name: 'Envoyer aussi par email' }).click();
    await expect.element(page.getByText(/est pour 1\s240\sclients, dont 310 par e-mail\./)).toBeVisible();
  });

  it('waits ten seconds, in which it can be cancelled [OFF-005]', async () => {
    const api = await openFilledIn();
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    await send.click();
    await expect.element(page.getByText(/^Envoi à .* dans 10\ss$/)).toBeVisible();
    vi.advanceTimersByTime(9000);
    await expect.element(page.getByText(/dans 1\ss$/)).toBeVisible();
    await cancel.click();
    vi.advanceTimersByTime(9000);
    await expect.element(cancel).not.toBeInTheDocument();
    expect(api.writes).toEqual([]);
    await expect.element(title).toHaveValue(WORDS.title);
  });

  it('is not sent by Enter in the title [OFF-005]', async () => {
    const api = await openFilledIn();
    await title.click();
    await userEvent.keyboard('{Enter}');
    await expect.element(cancel).not.toBeInTheDocument();
    expect(api.writes).toEqual([]);
  });

  it('is listed with author, time, audience and number of readers [OFF-005]', async () => {
    const api = new FakeApi({
      staff: [{ id: 1, firstName: 'Salif', lastName: 'Kaboré' } as { id: number }],
      'sent-notifications': [
        {
          ...{ id: 5, ...WORDS, sentAt: '2026-03-05T14:07:00.000Z', authorId: 1 },
          ...{ targetUserId: null, byEmail: true, reads: 42 },
        } as { id: number },
      ],
    });
    openScreen('/notifications', api);
    const sent = page.getByRole('region', { name: 'Envoyées' });
    for (const text of ['Salif Kaboré', '05/03/2026, 14:07', 'Tous les clients, aussi par e-mail', '42']) {
      await expect.element(sent.getByText(text).first()).toBeVisible();
    }
  });

  it('requires a title and a message [VAL-050, VAL-051]', async () => {
    const api = openNotifications();
    await title.fill('   ');
    await send.click();
    const faults = [page.getByText('Le titre est requis'), page.getByText('Le message est requis')];
    for (const fault of faults) await expect.element(fault).toBeVisible();
    await title.fill('Bonjour');
    await body.fill('à tous');
    for (const fault of faults) await expect.element(fault).not.toBeInTheDocument();
    expect(api.writes).toEqual([]);
  });

  it('shows the reason of a failure, or that it failed, and stays as typed [ADM-NTF-012, ERR-066]', async () => {
    const api = await openFilledIn();
    for (const [status, response, description] of [
      [503, { message: 'Service indisponible', code: 'unavailable' }, 'Service indisponible'],
      [500, '', "Échec de l'envoi de la notification"],
    ] as const) {
      clearToast();
      api.respond(SEND, status, response);
      await broadcast();
      await expectToast('Erreur', description);
      await expect.element(page.getByTestId('toast')).toHaveAttribute('data-variant', 'destructive');
      await expect.element(title).toHaveValue('Bonjour');
    }
  });
});

describe('the recipients of a notification', () => {
  it('are picked from a list of 15rem [ADM-NTF-005]', async () => {
    openNotifications();
    await expect.element(everybody).toBeChecked();
    await expect.element(receivers).not.toBeInTheDocument();
    await everybody.click();
    await expect.element(picker).toBeVisible();
    expect(getComputedStyle(picker.element().parentElement as Element).height).toBe('240px');
  });

  it('are shown as “non vérifié” when their address is unverified, in the list and once chosen [SEC-020]', async () => {
    openScreen('/notifications', new FakeApi({ users: [AWA, { ...FATOU, emailVerified: true }] }));
    await everybody.click();
    await expect.element(picker.getByText('n° 12 · awa · +226 70123456 · non vérifié', { exact: true })).toBeVisible();
    await expect.element(picker.getByText('n° 13 · fatou · +226 70123456', { exact: true })).toBeVisible();
    await ids.fill('12, 13');
    await expect.element(receivers.getByText('Awa Ouédraogo (non vérifié)', { exact: true })).toBeVisible();
    await expect.element(receivers.getByText('Fatou Ouédraogo', { exact: true }).last()).toBeVisible();
  });

  it('are cleared when it becomes a broadcast [ADM-NTF-004]', async () => {
    await openChosen();
    await optionOf(AWA).click();
    await expect.element(ids).toHaveValue('12');
    await everybody.click();
    await expect.element(receivers).not.toBeInTheDocument();
    await everybody.click();
    await expect.element(ids).toHaveValue('');
    await expect.element(page.getByText('Aucun utilisateur sélectionné')).toBeVisible();
    await expect.element(optionOf(AWA)).not.toBeChecked();
  });

  it('are searched on the server', async () => {
    const api = await openChosen();
    await page.getByRole('searchbox', { name: 'Rechercher un utilisateur' }).fill('Fatou');
    await expect.poll(() => api.lists('users').slice(-1)[0]?.filter).toEqual({ q: 'Fatou' });
  });

  it('are added to the field of ids, with their names below [ADM-NTF-007]', async () => {
    await openChosen();
    await optionOf(AWA).click();
    await optionOf(FATOU).click();
    await expect.element(ids).toHaveValue('12,13');
    await expect.element(page.getByText('2 utilisateur(s) sélectionné(s)')).toBeVisible();
    await expect.element(receivers.getByRole('button', { name: 'Fatou Ouédraogo' })).toBeVisible();
    await optionOf(AWA).click();
    await expect.element(ids).toHaveValue('13');
  });

  it('can be typed as ids, which selects them in the list [ADM-NTF-008, VAL-053]', async () => {
    const api = await openChosen();
    const fault = page.getByText('Les IDs utilisateurs doivent être des nombres séparés par des virgules');
    for (const wrong of ['a', '0', '1,,2', '-3', '1.5', '99999999999']) {
      await ids.fill(wrong);
      await send.click();
      await expect.element(fault).toBeVisible();
    }
    expect(api.writes).toEqual([]);
    for (const right of ['12,13', '12, 13']) {
      await ids.fill(right);
      await expect.element(fault).not.toBeInTheDocument();
      await expect.element(optionOf(AWA)).toBeChecked();
      await expect.element(optionOf(FATOU)).toBeChecked();
    }
    await send.click();
    await expect.poll(() => api.sent(SEND)).toHaveLength(2);
  });

  it('are required [ADM-NTF-013, VAL-054]', async () => {
    const api = await openChosen();
    const fault = page.getByText('Veuillez spécifier des IDs utilisateurs ou sélectionner "Tous les utilisateurs".');
    await send.click();
    await expect.element(fault).toBeVisible();
    await ids.fill('2');
    await expect.element(fault).not.toBeInTheDocument();
    expect(api.writes).toEqual([]);
  });

  it('lead to one request each [ADM-NTF-010]', async () => {
    const api = await openChosen();
    await ids.fill('12, 13, 14');
    await send.click();
    await expectToast('Succès', 'Notification(s) envoyée(s) avec succès');
    const calls = [12, 13, 14].map((targetUserId) => ({ ...WORDS, isGlobal: false, targetUserId }));
    expect(api.sent(SEND)).toHaveLength(3);
    expect(api.sent(SEND)).toEqual(expect.arrayContaining(calls));
    await expect.element(everybody).toBeChecked();
  });

  it('stay chosen when the request for them failed, and are sent alone again', async () => {
    const api = await openChosen();
    await ids.fill('12,999,13');
    await send.click();
    await expectToast('Erreur', 'Utilisateur non trouvé');
    await expect.element(page.getByRole('alert').getByText('2 notification(s) envoyée(s), 1 en échec.')).toBeVisible();
    await expect.element(ids).toHaveValue('999');
    await expect.element(title).toHaveValue('Bonjour');
    await send.click();
    await expect.element(page.getByRole('alert').getByText('0 notification(s) envoyée(s), 1 en échec.')).toBeVisible();
    expect(api.sent(SEND).slice(3)).toEqual([{ ...WORDS, isGlobal: false, targetUserId: 999 }]);
  });

  it('are requested again only after a minute [ADM-NTF-014, CONST-036]', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const api = openNotifications();
    const openPicker = async () => {
      await everybody.click();
      await expect.element(optionOf(AWA)).toBeInTheDocument();
    };
    const leaveAndComeBack = async () => {
      await sidebarEntry('Produits').click();
      await expect.element(page.getByRole('heading', { level: 1, name: 'Gestion des Produits' })).toBeVisible();
      await sidebarEntry('Notifications').click();
      await openPicker();
    };
    await openPicker();
    const { length } = api.lists('users');
    // Every look at the screen also advances the clock.
    vi.advanceTimersByTime(30_000);
    await leaveAndComeBack();
    expect(api.lists('users')).toHaveLength(length);
    vi.advanceTimersByTime(31_000);
    await leaveAndComeBack();
    await expect.poll(() => api.lists('users').length).toBeGreaterThan(length);
  });
});
