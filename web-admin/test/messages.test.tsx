import type { ContactMessage } from '@fasocolis/contracts/content';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectAddress, expectNarrow, expectToast, FakeApi, openScreen, sidebarEntry } from './back-office.tsx';
import { order } from './orders.ts';

const UNREAD: ContactMessage = {
  id: 7,
  firstName: 'Fatou',
  lastName: 'Ouédraogo',
  email: 'fatou@example.com',
  phone: '+226 70 12 34 56',
  subject: 'Retard',
  message: 'Bonjour, où est mon colis ?',
  isRead: false,
  isAnswered: false,
  createdAt: '2026-03-05T14:07:00.000Z',
};
const READ: ContactMessage = { ...UNREAD, id: 8, subject: 'Vos horaires', isRead: true };
const LIST = 'GET /api/contact-messages';
const MARK = 'PATCH /api/contact-messages/7/read';
const DELETION = 'DELETE /api/contact-messages/7';
const MARK_FAILURE = 'Impossible de marquer le message comme lu. Veuillez réessayer.';

const dialog = page.getByRole('dialog');
const tab = (name: string) => page.getByRole('tab', { name });
const rowOf = ({ subject }: ContactMessage) => page.getByRole('row').filter({ hasText: subject });
const markRead = (message: ContactMessage) => rowOf(message).getByRole('button', { name: 'Marquer comme lu' });
const open = (message: ContactMessage) =>
  rowOf(message)
    .getByRole('button', { name: `Ouvrir le message « ${message.subject} »` })
    .click();

function openMessages(path = '', messages = [UNREAD, READ]): FakeApi {
  const api = new FakeApi({ 'contact-messages': messages });
  openScreen(`/contact-messages${path}`, api);
  return api;
}

/** How often the rows of each list were requested; counts request a single row. */
const requestsOf = (api: FakeApi) => {
  const filters = api.lists('contact-messages').flatMap(({ filter, range }) => (range[1] === 24 ? [filter] : []));
  const unread = filters.filter((filter) => 'isRead' in filter).length;
  return { unread, all: filters.length - unread };
};

describe('the table of messages', () => {
  it('has a tab with a count for all and for unread ones, which the sidebar counts too [ADM-MSG-001]', async () => {
    const api = new FakeApi({ 'contact-messages': [UNREAD, READ] });
    api.compute(LIST, ({ query }) => {
      const isUnread = query.get('filter')?.includes('isRead');
      const headers = { 'content-range': `contact-messages 0-0/${isUnread ? 42 : 310}` };
      return Response.json([UNREAD], { headers });
    });
    openScreen('/contact-messages', api);
    await expect.element(tab('Tous les messages (310)')).toBeVisible();
    await expect.element(tab('Non lus (42)')).toBeVisible();
    await expect.element(sidebarEntry('Messages de contact 42 non lu(s)')).toBeVisible();
  });

  it('shows all messages, or the unread ones', async () => {
    openMessages();
    await expect.element(page.getByRole('heading', { level: 1, name: 'Messages de contact' })).toBeVisible();
    await expect.element(rowOf(READ)).toBeVisible();
    await tab('Non lus').click();
    await expect.element(rowOf(READ)).not.toBeInTheDocument();
    await expect.element(rowOf(UNREAD)).toBeVisible();
  });

  it('has columns for sender, subject, date, state and actions [ADM-MSG-002]', async () => {
    openMessages();
    for (const name of ['Expéditeur', 'Sujet', 'Date', 'Statut', 'Actions']) {
      await expect.element(page.getByRole('columnheader', { name })).toBeVisible();
    }
    for (const text of ['Fatou Ouédraogo', 'Retard', '05/03/2026']) {
      await expect.element(rowOf(UNREAD).getByRole('cell', { name: text })).toBeVisible();
    }
  });

  it('shows which messages are read [ADM-MSG-003]', async () => {
    openMessages();
    await expect.element(rowOf(UNREAD).getByText('Non lu', { exact: true })).toBeVisible();
    await expect.element(rowOf(READ).getByText('Lu', { exact: true })).toBeVisible();
  });

  it('searches on the server within the open tab', async () => {
    const api = openMessages();
    await tab('Non lus').click();
    await page.getByRole('searchbox', { name: 'Rechercher un message' }).fill('horaires');
    await expect
      .poll(() => api.lists('contact-messages').slice(-1)[0]?.filter)
      .toEqual({ q: 'horaires', isRead: false });
  });

  it('shows on both tabs that there is no message [ADM-MSG-015]', async () => {
    openMessages('', []);
    for (const name of ['Tous les messages', 'Non lus']) {
      await tab(name).click();
      await expect.element(tab(name)).toHaveTextContent(`${name} (0)`);
      const panel = page.getByRole('tabpanel', { name });
      await expect.element(panel.getByText('Aucun message', { exact: true })).toBeVisible();
      const sentence = "Il n'y a aucun message dans cette catégorie.";
      await expect.element(panel.getByText(sentence, { exact: true })).toBeVisible();
    }
  });

  it('fits a narrow screen', async () => {
    await page.viewport(360, 740);
    openMessages('', [{ ...UNREAD, message: `Voyez https://example.com/${'x'.repeat(200)}` }]);
    await expect.element(markRead(UNREAD)).toBeVisible();
    expectNarrow();
  });
});

describe('reading a message', () => {
  it('opens it in a dialog, by a click on its subject or its row [ADM-MSG-005]', async () => {
    openMessages();
    await open(READ);
    await expect.element(page.getByRole('dialog', { name: 'Vos horaires', exact: true })).toBeVisible();
    await dialog.getByRole('button', { name: 'Fermer' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    await rowOf(READ).getByText(READ.message).click();
    await expect.element(page.getByRole('dialog', { name: 'Vos horaires', exact: true })).toBeVisible();
  });

  it('shows the whole message as text, and runs no script [ADM-MSG-018]', async () => {
    const attack = '<script>document.title = "pris"</script><img src=x onerror="document.title=\'pris\'"> Bonjour !';
    openMessages('?view=8', [{ ...READ, message: attack }]);
    for (const text of ['Fatou Ouédraogo', 'fatou@example.com', '+226 70 12 34 56', attack, '05 mars 2026 à 14:07']) {
      await expect.element(dialog.getByText(text, { exact: true })).toBeVisible();
    }
    await expect.element(dialog).toHaveAccessibleName('Vos horaires');
    expect(dialog.element().querySelectorAll('script, img')).toHaveLength(0);
    expect(document.title).toBe('Messages de contact - FasoColis');
  });

  it('marks an unread one as read without a toast, and sends no request for a read one [ADM-MSG-006]', async () => {
    const api = openMessages();
    for (let time = 1; time <= 2; time++) {
      await open(UNREAD);
      await expect.element(dialog.getByText('Lu', { exact: true })).toBeVisible();
      await dialog.getByRole('button', { name: 'Fermer' }).click();
      await expect.element(rowOf(UNREAD).getByText('Lu', { exact: true })).toBeVisible();
      expect(api.writes).toEqual([MARK]);
    }
    await expect.element(page.getByTestId('toast')).not.toBeInTheDocument();
  });

  it('shows the message, with a toast, when it cannot be marked as read', async () => {
    const api = openMessages();
    api.respond(MARK, 500);
    await open(UNREAD);
    await expectToast('Erreur', MARK_FAILURE);
    await expect.element(dialog.getByText(UNREAD.message)).toBeVisible();
  });
});

describe('the address of a message', () => {
  it('opens an unread one over the unread messages, until it is closed [ADM-MSG-013, ADM-NAV-008]', async () => {
    openMessages('?view=7');
    await expect.element(dialog).toHaveAccessibleName('Retard');
    await expect.element(dialog.getByText('Lu', { exact: true })).toBeVisible();
    await dialog.getByRole('button', { name: 'Fermer' }).click();
    await expectAddress('/admin/contact-messages');
    await expect.element(page.getByRole('heading', { level: 1, name: 'Messages de contact' })).toBeVisible();
    await expect.element(rowOf(UNREAD)).not.toBeInTheDocument();
  });

  it.each([
    ['the unread ones for an unread message', UNREAD, 'Non lus', 'Tous les messages'],
    ['all for a read message', READ, 'Tous les messages', 'Non lus'],
  ])('shows the tab of %s [ADM-MSG-014]', async (_, { id, subject }, selected, other) => {
    openMessages(`?view=${id}`);
    await expect.element(dialog).toHaveAccessibleName(subject);
    const hidden = (name: string) => page.getByRole('tab', { name, includeHidden: true });
    await expect.element(hidden(selected)).toHaveAttribute('aria-selected', 'true');
    await expect.element(hidden(other)).toHaveAttribute('aria-selected', 'false');
  });

  it.each(['99', 'abc'])('of an unknown message opens nothing: %s', async (id) => {
    openMessages(`?view=${id}`);
    await expect.element(rowOf(UNREAD)).toBeVisible();
    await expectAddress('/admin/contact-messages');
    await expect.element(dialog).not.toBeInTheDocument();
  });
});

describe('the action that marks a message as read', () => {
  it('does not open the message [ADM-MSG-007]', async () => {
    const api = openMessages();
    await markRead(UNREAD).click();
    await expect.element(rowOf(UNREAD).getByText('Lu', { exact: true })).toBeVisible();
    await expect.element(markRead(UNREAD)).not.toBeInTheDocument();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(api.writes).toEqual([MARK]);
  });

  it('shows a toast and refreshes both lists [ADM-MSG-008, ERR-081]', async () => {
    const api = openMessages();
    await tab('Non lus').click();
    await expect.element(rowOf(READ)).not.toBeInTheDocument();
    const before = requestsOf(api);
    await markRead(UNREAD).click();
    await expectToast('Message marqué comme lu');
    await expect.element(rowOf(UNREAD)).not.toBeInTheDocument();
    expect(requestsOf(api).unread).toBeGreaterThan(before.unread);
    await tab('Tous les messages').click();
    await expect.element(rowOf(UNREAD).getByText('Lu', { exact: true })).toBeVisible();
    await expect.poll(() => requestsOf(api).all).toBeGreaterThan(before.all);
  });

  it('shows a toast when the server fails [ADM-MSG-009, ERR-080]', async () => {
    const api = openMessages();
    api.respond(MARK, 500);
    await markRead(UNREAD).click();
    await expectToast('Erreur', MARK_FAILURE);
    await expect.element(rowOf(UNREAD).getByText('Non lu', { exact: true })).toBeVisible();
  });
});

describe('deleting a message', () => {
  const confirmation = page.getByRole('dialog', { name: 'Supprimer « Retard » ?' });
  const confirm = confirmation.getByRole('button', { name: 'Supprimer' });

  async function openDelete(): Promise<FakeApi> {
    const api = openMessages();
    await rowOf(UNREAD).getByRole('button', { name: 'Supprimer' }).click();
    return api;
  }

  it('asks for confirmation, and deletes after it only [ADM-MSG-010]', async () => {
    const api = await openDelete();
    const prompt = 'Êtes-vous sûr de vouloir supprimer ce message ? Cette action est irréversible.';
    await expect.element(confirmation.getByText(prompt, { exact: true })).toBeVisible();
    await confirmation.getByRole('button', { name: 'Annuler' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(api.writes).toEqual([]);
    await rowOf(UNREAD).getByRole('button', { name: 'Supprimer' }).click();
    await confirm.click();
    await expect.element(rowOf(UNREAD)).not.toBeInTheDocument();
    expect(api.writes).toEqual([DELETION]);
  });

  it('shows a toast [ADM-MSG-011, ERR-083]', async () => {
    await openDelete();
    await confirm.click();
    await expectToast('Message supprimé');
  });

  it('closes the message in which it was started', async () => {
    openMessages('?view=7');
    await page.getByRole('dialog', { name: 'Retard', exact: true }).getByRole('button', { name: 'Supprimer' }).click();
    await confirm.click();
    await expectToast('Message supprimé');
    await expect.element(dialog).not.toBeInTheDocument();
    await expectAddress('/admin/contact-messages');
  });

  it('shows a toast and keeps the message when the server fails [ADM-MSG-012, ERR-082]', async () => {
    const api = await openDelete();
    api.respond(DELETION, 500);
    await confirm.click();
    await expectToast('Erreur', 'Impossible de supprimer le message. Veuillez réessayer.');
    await confirmation.getByRole('button', { name: 'Annuler' }).click();
    await expect.element(rowOf(UNREAD)).toBeVisible();
  });
});

describe('working with a message', () => {
  it('marks it as answered, and takes that back [OFF-011]', async () => {
    const api = openMessages('?view=8');
    let isAnswered = false;
    api.compute('PATCH /api/contact-messages/8/answered', ({ body }) => {
      ({ isAnswered } = body as { isAnswered: boolean });
      api.setRow('contact-messages', 8, { isAnswered });
      return { ...READ, isAnswered };
    });
    await dialog.getByRole('button', { name: 'Répondu', exact: true }).click();
    await expect.element(dialog.getByText('Répondu', { exact: true })).toBeVisible();
    await dialog.getByRole('button', { name: 'Pas encore répondu' }).click();
    await expect.element(dialog.getByText('Lu', { exact: true })).toBeVisible();
    expect(api.sent('PATCH /api/contact-messages/8/answered')).toEqual([{ isAnswered: true }, { isAnswered: false }]);
  });

  it('has links to WhatsApp and email, and to the files of the parcels in its text [OFF-011]', async () => {
    const api = new FakeApi({
      'contact-messages': [{ ...READ, message: 'Où est mon colis FC-7ABC2DEF ?' } as ContactMessage],
    });
    api.respond('GET /api/orders/FC-7ABC2DEF', 200, { ...order, id: 7, reference: 'FC-7ABC2DEF' });
    openScreen('/contact-messages?view=8', api);
    await expect
      .element(dialog.getByRole('link', { name: 'Répondre par WhatsApp' }))
      .toHaveAttribute('href', `https://wa.me/22670123456?text=${encodeURIComponent('Bonjour Fatou, ')}`);
    await expect
      .element(dialog.getByRole('link', { name: 'fatou@example.com' }))
      .toHaveAttribute('href', 'mailto:fatou@example.com');
    const file = dialog.getByRole('region', { name: 'Colis cités' }).getByRole('link', { name: 'FC-7ABC2DEF' });
    await expect.element(file).toHaveAttribute('href', '/admin/orders/7');
  });
});
