import type { Notification } from '@fasocolis/contracts/notifications';
import { USER_PAGES } from '@fasocolis/contracts/site-paths';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { AWA, expectToast, expectUrl, FAILURE, FakeApi, main, openPage, toast } from './customer-site.tsx';

const LIST = `GET /api/notifications/user/${AWA.id}`;

const notification = (id: number, fields: Partial<Notification> = {}): Notification => ({
  id,
  title: `Nouvelle ${id}`,
  body: 'Votre colis est en route.',
  isRead: false,
  isGlobal: true,
  targetUserId: null,
  sentAt: new Date(Date.now() - id * 60_000).toISOString(),
  ...fields,
});

function apiWith(...list: Notification[]): FakeApi {
  const api = new FakeApi(AWA);
  api.respond(LIST, 200, list);
  for (const each of list) api.respond(`PATCH /api/notifications/${each.id}/read`, 200, { ...each, isRead: true });
  return api;
}
/** That many unread notifications and a read one. */
const withUnread = (unread: number) =>
  apiWith(...Array.from({ length: unread + 1 }, (_, index) => notification(index + 1, { isRead: index === unread })));
const open = (...list: Notification[]) => openPage('/notifications', apiWith(...list));

const rows = main.getByRole('listitem');
const row = (title: string) => rows.filter({ hasText: title });
const HIGHLIGHT = 'rgb(220, 252, 231)';
const look = (title: string) => getComputedStyle(row(title).element().firstElementChild as Element).backgroundColor;
const badge = page.getByTestId('unread-badge');
const floatingBadge = page.getByTestId('floating-unread-badge');

describe('the notifications', () => {
  it('are listed in the order of the API, global and own, read and unread [NOTIF-001, SHELL-010]', async () => {
    open(
      notification(3, { title: 'En Transit', isGlobal: false, targetUserId: AWA.id }),
      notification(2, { title: 'Commande Confirmée', isRead: true }),
      notification(1, { title: 'Bienvenue' }),
    );
    await expect.element(page.getByRole('heading', { name: 'Vos notifications' })).toBeVisible();
    for (const [index, title] of ['En Transit', 'Commande Confirmée', 'Bienvenue'].entries()) {
      await expect.element(rows.nth(index).getByText(title, { exact: true })).toBeVisible();
    }
  });

  it('are highlighted, with a tag and a hint, only while they are unread [NOTIF-002, NOTIF-003]', async () => {
    const reference = 'DEMO0003';
    open(
      notification(1),
      notification(2, { reference }),
      notification(3, { isRead: true }),
      notification(4, { isRead: true, reference }),
    );
    for (const title of ['Nouvelle 1', 'Nouvelle 2']) {
      await expect.element(row(title).getByText('Nouveau', { exact: true })).toBeVisible();
      await expect.element(row(title).getByText('Cliquez pour marquer comme lue')).toBeVisible();
      expect(look(title)).toBe(HIGHLIGHT);
    }
    for (const title of ['Nouvelle 3', 'Nouvelle 4']) {
      await expect.element(row(title).getByText('Nouveau', { exact: true })).not.toBeInTheDocument();
      await expect.element(row(title).getByText('Cliquez')).not.toBeInTheDocument();
      expect(look(title)).not.toBe(HIGHLIGHT);
    }
  });

  it('lead to the parcel that they are about, and are read by it [CARD-006]', async () => {
    const api = open(notification(1, { reference: 'DEMO0003' }), notification(2));
    const link = row('Nouvelle 1').getByRole('link');
    await expect.element(link.getByText('Voir le colis')).toBeVisible();
    await link.click();
    await expectUrl('/?tracking=DEMO0003');
    await expect.poll(() => api.sent('PATCH /api/notifications/1/read')).toHaveLength(1);
  });

  it('are all read by one button, with one request [CARD-006]', async () => {
    const api = withUnread(3);
    api.respond('POST /api/notifications/read', 200, { message: 'Toutes vos notifications sont lues' });
    openPage('/notifications', api);
    await expect.element(badge).toHaveTextContent('3');
    const button = main.getByRole('button', { name: 'Tout marquer comme lu' });
    await button.click();
    await expect.element(badge).not.toBeInTheDocument();
    await expect.element(button).not.toBeInTheDocument();
    expect(api.sent('POST /api/notifications/read')).toHaveLength(1);
  });

  it('are shown 20 at a time [CARD-006]', async () => {
    openPage('/notifications', withUnread(41));
    await expect.poll(() => rows.elements().length).toBe(20);
    const more = main.getByRole('button', { name: 'Afficher les notifications plus anciennes' });
    await more.click();
    await expect.poll(() => rows.elements().length).toBe(40);
    await more.click();
    await expect.poll(() => rows.elements().length).toBe(42);
    await expect.element(more).not.toBeInTheDocument();
  });

  it('are read by a click, with one request, which lowers the count [NOTIF-004, NOTIF-005, NOTIF-010]', async () => {
    const api = open(notification(1), notification(2));
    await expect.element(badge).toHaveTextContent('2');
    await row('Nouvelle 1').getByRole('button').click();
    await expect.element(row('Nouvelle 1').getByText('Nouveau', { exact: true })).not.toBeInTheDocument();
    await expect.element(row('Nouvelle 1').getByText('Cliquez')).not.toBeInTheDocument();
    expect([look('Nouvelle 1'), look('Nouvelle 2')]).toEqual([expect.not.stringContaining(HIGHLIGHT), HIGHLIGHT]);
    await expect.element(badge).toHaveTextContent('1');
    await row('Nouvelle 1').getByText('Nouvelle 1').click();
    expect(api.sent('PATCH /api/notifications/1/read')).toHaveLength(1);
  });

  it('stay unread, with a toast, when the server fails to record it', async () => {
    const api = open(notification(1));
    api.respond('PATCH /api/notifications/1/read', 500, FAILURE);
    await row('Nouvelle 1').getByRole('button').click();
    await expectToast('Impossible de marquer cette notification comme lue');
    await expect.element(row('Nouvelle 1').getByText('Nouveau', { exact: true })).toBeVisible();
  });

  it('have a text while they load and another when there are none [NOTIF-006, NOTIF-007]', async () => {
    const api = new FakeApi(AWA);
    const release = api.hold(LIST);
    openPage('/notifications', api);
    await expect.element(main.getByText('Chargement des notifications...')).toBeVisible();
    release();
    await expect.element(main.getByText("Vous n'avez pas de notifications.")).toBeVisible();
    await expect.element(main.getByText('Chargement des notifications...')).not.toBeInTheDocument();
  });

  it('count as none, with one toast, when they cannot be loaded [NOTIF-014, ERR-040]', async () => {
    const api = new FakeApi(AWA);
    api.respond(LIST, 500, FAILURE);
    openPage('/notifications', api);
    await expectToast('Erreur lors de la récupération des notifications');
    await expect.element(main.getByText("Vous n'avez pas de notifications.")).toBeVisible();
    await expect.element(badge).not.toBeInTheDocument();
  });
});

describe('the unread notifications', () => {
  it.each([3, 1])(
    'are counted in red at the bell and below the header: %s [SHELL-024, SHELL-036, SHELL-037]',
    async (count) => {
      openPage('/', withUnread(count));
      await expect.element(badge).toHaveTextContent(String(count));
      await expect.element(badge).toHaveStyle({ backgroundColor: 'rgb(185, 28, 28)' });
      const bell = page.getByRole('banner').getByRole('link', { name: 'Notifications' });
      await expect.element(bell).toHaveAccessibleName(`Notifications ${count} non lues`);
      await expect.element(bell).toHaveAttribute('href', '/notifications');
      await expect.element(floatingBadge).toHaveTextContent(String(count));
      await expect.element(floatingBadge).toHaveStyle({ position: 'fixed', backgroundColor: 'rgb(185, 28, 28)' });
    },
  );

  it('have no count once the last one was read [SHELL-036, SHELL-037]', async () => {
    openPage('/notifications', withUnread(1));
    await expect.element(floatingBadge).toBeVisible();
    await rows.getByRole('button').click();
    await expect.element(badge).not.toBeInTheDocument();
    await expect.element(floatingBadge).not.toBeInTheDocument();
  });

  it('are counted in the account menu, without the back office for a customer [SHELL-027]', async () => {
    openPage('/', withUnread(3));
    await expect.element(badge).toBeVisible();
    await page.getByRole('button', { name: 'Mon compte' }).click();
    const menu = page.getByRole('menu', { name: 'Mon compte' });
    await expect
      .element(menu.getByRole('menuitem', { name: 'Notifications' }))
      .toHaveTextContent('Notifications 3 non lues');
    await expect.element(page.getByText('Administration')).not.toBeInTheDocument();
  });

  it('leave the back office in the account menu of the administrator [SHELL-027]', async () => {
    openPage('/', new FakeApi({ ...AWA, isAdmin: true }));
    await page.getByRole('button', { name: 'Mon compte' }).click();
    await expect.element(page.getByText('Administration', { exact: true })).toHaveAttribute('href', '/admin');
  });

  it('are counted in the side menu of a narrow screen, beside home, profile and sign-out [SHELL-030]', async () => {
    await page.viewport(375, 740);
    openPage('/', withUnread(3));
    await expect.element(badge).toBeVisible();
    await page.getByRole('button', { name: 'Menu' }).click();
    const menu = page.getByRole('dialog');
    const entry = menu.getByRole('link', { name: 'Notifications' });
    await expect.element(entry.getByText('3', { exact: true })).toHaveStyle({ backgroundColor: 'rgb(185, 28, 28)' });
    await expect.element(menu.getByRole('link', { name: 'Accueil' })).toHaveAttribute('href', '/');
    await expect.element(menu.getByRole('link', { name: 'Mon Profil' })).toHaveAttribute('href', '/profile');
    await expect.element(menu.getByRole('button', { name: 'Déconnexion' })).toBeVisible();
    await entry.click();
    await expectUrl('/notifications');
    await expect.element(menu).not.toBeInTheDocument();
  });

  it('are counted in the footer of a customer, beside the saved orders [SHELL-035]', async () => {
    openPage('/', withUnread(3));
    const link = (name: string) => page.getByRole('contentinfo').getByRole('link', { name });
    await expect.element(link('Notifications non lues 3')).toHaveAttribute('href', '/notifications');
    await expect.element(link('Mes commandes sauvegardées')).toHaveAttribute('href', '/saved-orders');
  });

  it('are not in the footer of a visitor [SHELL-035]', async () => {
    openPage('/');
    await expect.element(page.getByRole('banner').getByRole('link', { name: 'Se connecter' })).toBeVisible();
    const footer = page.getByRole('contentinfo');
    await expect.element(footer.getByText('Notifications non lues')).not.toBeInTheDocument();
    await expect.element(footer.getByText('Mes commandes sauvegardées')).not.toBeInTheDocument();
    await expect.element(toast).not.toBeInTheDocument();
  });
});

it.each(Object.values(USER_PAGES))(
  '%s waits for the session, and leads a visitor to sign-in [SHELL-013, ROLE-006]',
  async (path) => {
    const api = new FakeApi();
    const release = api.hold('GET /api/user');
    openPage(path, api);
    await expect.element(main.getByRole('status')).toBeVisible();
    await expectUrl(path);
    release();
    await expectUrl('/auth');
  },
);
