import type { Agent } from '@fasocolis/contracts/team';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectAddress, expectNarrow, expectToast, FakeApi, openScreen, sidebarEntry } from './back-office.tsx';
import { order } from './orders.ts';

const agent = (id: number, changes: Partial<Agent> = {}): Agent => ({
  id,
  firstName: 'Issa',
  lastName: 'Sanou',
  email: `issa${id}@example.com`,
  city: 'Guangzhou',
  state: 'active',
  invitedAt: '2026-11-20T10:00:00.000Z',
  joinedAt: '2026-11-21T10:00:00.000Z',
  hasSecondFactor: false,
  lastSignInAt: null,
  ...changes,
});

const TEAM = [
  agent(7),
  agent(8, { firstName: 'Ali', lastName: 'Zongo', city: 'Yiwu', state: 'invited', joinedAt: null }),
  agent(9, { firstName: 'Awa', lastName: 'Diallo', state: 'expired', joinedAt: null }),
  agent(10, { firstName: 'Paul', lastName: 'Kaboré', state: 'revoked' }),
];

function openTeam(team = TEAM, path = '/team') {
  const api = new FakeApi({ team });
  api.respond('GET /api/team/security', 200, { requiresSecondFactor: false });
  openScreen(path, api);
  return api;
}

const row = (name: string) => page.getByRole('row', { name });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const dialog = page.getByRole('dialog');
const field = (name: string) => dialog.getByRole('textbox', { name, exact: true });

async function fillInvitation() {
  await field('Prénom').fill('Issa');
  await field('Nom').fill('Sanou');
  await field('Email').fill('issa@example.com');
  await field('Ville').fill('Guangzhou');
  await button("Envoyer l'invitation").click();
}

describe('the team', () => {
  it('is listed with name, address, city, state and date of the invitation [TEAM-001]', async () => {
    openTeam();
    await expect.element(page.getByRole('heading', { level: 1, name: 'Équipe' })).toBeVisible();
    for (const text of ['Issa Sanou', 'issa7@example.com', 'Guangzhou', 'Actif', '20/11/2026']) {
      await expect.element(row('Issa Sanou').getByText(text, { exact: true })).toBeVisible();
    }
    await expect.element(row('Ali Zongo').getByText('Invité', { exact: true })).toBeVisible();
    await expect.element(row('Awa Diallo').getByText('Invitation expirée')).toBeVisible();
    await expect.element(row('Paul Kaboré').getByText('Révoqué')).toBeVisible();
  });

  it('has a button that switches off the second factor of one agent, after a confirmation [OFF-013]', async () => {
    const api = openTeam([agent(7, { hasSecondFactor: true }), agent(8, { firstName: 'Ali' })]);
    api.respond('POST /api/team/7/second-factor-reset', 200, agent(7));
    expect(button('Désactiver les deux étapes de Ali Sanou').elements()).toEqual([]);
    await button('Désactiver les deux étapes de Issa Sanou').click();
    await dialog.getByRole('button', { name: 'Désactiver' }).click();
    await expectToast('Succès', 'La validation en deux étapes de Issa Sanou est désactivée');
    expect(api.writes).toEqual(['POST /api/team/7/second-factor-reset']);
  });

  it('is listed with second factor and last sign-in [SEC-029, OFF-013]', async () => {
    openTeam([
      agent(7, { hasSecondFactor: true, lastSignInAt: '2026-11-25T10:00:00.000Z' }),
      agent(8, { lastName: 'Zongo' }),
    ]);
    await expect.element(row('Issa Sanou').getByText('Oui', { exact: true })).toBeVisible();
    await expect.element(row('Issa Sanou').getByText('25/11/2026')).toBeVisible();
    await expect.element(row('Issa Zongo').getByText('Non', { exact: true })).toBeVisible();
    await expect.element(row('Issa Zongo').getByText('Jamais')).toBeVisible();
    for (const name of ['Deux étapes', 'Dernière connexion']) {
      await expect.element(page.getByRole('columnheader', { name })).toBeVisible();
    }
  });

  it('is listed on a phone with the labels of second factor and last sign-in [SEC-029]', async () => {
    await page.viewport(360, 740);
    openTeam([agent(7, { hasSecondFactor: true, lastSignInAt: '2026-11-25T10:00:00.000Z' })]);
    await expect.element(row('Issa Sanou')).toBeVisible();
    const cells = [...row('Issa Sanou').element().querySelectorAll('td')];
    const texts = cells.map((cell) => {
      const { content } = getComputedStyle(cell, '::before');
      return (content === 'none' ? '' : content.replaceAll('"', '')) + cell.textContent;
    });
    expect(texts).toEqual(expect.arrayContaining(['Deux étapes\u00a0: Oui', 'Dernière connexion\u00a0: 25/11/2026']));
  });

  it('can be obliged to use the second factor, after the password was confirmed [SEC-029]', async () => {
    const api = openTeam();
    const change = 'PATCH /api/team/security';
    api.respond(change, 403, {
      message: 'Confirmez votre mot de passe pour continuer.',
      code: 'reauthentication-required',
    });
    await page.getByRole('switch', { name: "Exiger la validation en deux étapes de toute l'équipe" }).click();
    const password = dialog.getByLabelText('Mot de passe actuel');
    const confirmation = 'POST /api/user/reauthentication';
    api.respond(confirmation, 400, { message: 'Le mot de passe actuel est incorrect', code: 'bad-request' });
    await password.fill('Faux-1234');
    await button('Confirmer').click();
    await expect.element(dialog.getByText('Le mot de passe actuel est incorrect')).toBeVisible();
    api.respond(confirmation, 200, { message: 'Mot de passe confirmé' });
    api.respond(change, 200, { requiresSecondFactor: true });
    await password.fill('Admin-1234');
    await button('Confirmer').click();
    await expectToast("Règles de l'équipe mises à jour");
    expect(api.sent(change)).toEqual([{ requiresSecondFactor: true }, { requiresSecondFactor: true }]);
  });

  it('keeps an invitation open while the password is confirmed [SEC-029]', async () => {
    const api = openTeam();
    api.respond('POST /api/team', 403, { message: 'Confirmez', code: 'reauthentication-required' });
    await button('Inviter un agent').click();
    await fillInvitation();
    const confirmation = page.getByRole('dialog', { name: 'Confirmez votre mot de passe' });
    await confirmation.getByLabelText('Mot de passe actuel').fill('Admin-1234');
    api.respond('POST /api/user/reauthentication', 200, { message: 'Mot de passe confirmé' });
    api.respond('POST /api/team', 201, agent(11));
    await confirmation.getByRole('button', { name: 'Confirmer' }).click();
    await expectToast('Invitation envoyée');
  });

  it('fits a phone', async () => {
    await page.viewport(360, 740);
    openTeam();
    await expect.element(row('Issa Sanou')).toBeVisible();
    expectNarrow();
  });

  it('explains what to do while nobody was invited', async () => {
    openTeam([]);
    await expect.element(page.getByText('Aucun agent pour le moment. Invitez le premier.')).toBeVisible();
  });

  it('gets another agent by email [TEAM-001]', async () => {
    const api = openTeam([]);
    api.respond('POST /api/team', 201, agent(11, { state: 'invited' }));
    await button('Inviter un agent').click();
    await fillInvitation();
    await expectToast('Succès', 'Invitation envoyée');
    const form = { firstName: 'Issa', lastName: 'Sanou', email: 'issa@example.com', city: 'Guangzhou' };
    expect(api.sent('POST /api/team')).toEqual([form]);
  });

  it('shows in the form why an address is refused', async () => {
    const message = "Cette personne fait déjà partie de l'équipe.";
    const api = openTeam(TEAM, '/team?create');
    api.respond('POST /api/team', 409, { message, code: 'conflict' });
    await fillInvitation();
    await expect.element(dialog.getByRole('alert')).toHaveTextContent(message);
  });

  it('corrects name and city, not the address', async () => {
    const api = openTeam();
    await button('Modifier Issa Sanou').click();
    await field('Ville').fill('Yiwu');
    await expect.element(field('Email')).not.toBeInTheDocument();
    await button('Enregistrer').click();
    await expectToast('Succès', 'Agent mis à jour');
    expect(api.sent('PATCH /api/team/7')).toEqual([{ firstName: 'Issa', lastName: 'Sanou', city: 'Yiwu' }]);
  });

  it('sends an invitation again to all but active agents', async () => {
    const api = openTeam();
    api.respond('POST /api/team/9/invitation', 200, agent(9, { state: 'invited' }));
    await button("Renvoyer l'invitation à Awa Diallo").click();
    await expectToast('Succès', 'Invitation envoyée à issa9@example.com');
    await expect.element(button("Renvoyer l'invitation à Ali Zongo")).toBeVisible();
    await expect.element(button("Renvoyer l'invitation à Paul Kaboré")).toBeVisible();
    await expect.element(button("Renvoyer l'invitation à Issa Sanou")).not.toBeInTheDocument();
  });

  it('revokes an agent after a prompt that says the name [TEAM-001]', async () => {
    const api = openTeam();
    await button('Révoquer Issa Sanou').click();
    await expect.element(page.getByRole('dialog', { name: 'Révoquer « Issa Sanou » ?' })).toBeVisible();
    expect(api.writes).toEqual([]);
    await dialog.getByRole('button', { name: 'Révoquer' }).click();
    await expectToast('Succès', 'Accès révoqué');
    expect(api.writes).toEqual(['DELETE /api/team/7']);
  });

  it('offers no second revocation', async () => {
    openTeam();
    await expect.element(row('Paul Kaboré')).toBeVisible();
    await expect.element(button('Révoquer Paul Kaboré')).not.toBeInTheDocument();
  });
});

describe('an agent', () => {
  const USER = {
    id: 7,
    username: 'issa',
    email: 'issa@example.com',
    emailVerified: true,
    firstName: 'Issa',
    lastName: 'Sanou',
    phone: null,
    provider: null,
    providerId: null,
    createdAt: '2026-01-05T10:00:00.000Z',
    updatedAt: '2026-01-05T10:00:00.000Z',
    isAdmin: false,
    isAgent: true,
    notifyByEmail: true,
  };

  function openAsAgent(path: string) {
    const api = new FakeApi({ orders: [order] });
    api.respond('GET /api/user', 200, USER);
    openScreen(path, api);
    return api;
  }

  it('begins with the orders, and finds nothing else in the menu [TEAM-002]', async () => {
    openAsAgent('/');
    await expectAddress('/admin/orders');
    await expect.element(sidebarEntry('Commandes')).toHaveAttribute('aria-current', 'page');
    for (const name of ['Expéditions', 'Scanner', 'À prévenir']) {
      await expect.element(sidebarEntry(name)).toBeVisible();
    }
    // With its count.
    await expect.element(page.getByTestId('admin-sidebar').getByText('Colis sans nom')).toBeVisible();
    const links = page.getByTestId('admin-sidebar').getByRole('link').elements();
    const menu = ['Commandes', 'Sans nom', 'Expéditions', 'Scanner', 'À prévenir', 'Voir le site', 'Mon profil'];
    expect(links.map(({ textContent }) => textContent)).toEqual(
      menu.map((name) => expect.stringContaining(name) as unknown),
    );
    await expect.element(page.getByRole('link', { name: 'Statuts de commande' })).not.toBeInTheDocument();
  });

  it('begins with the scanner on a phone', async () => {
    await page.viewport(360, 740);
    openAsAgent('/');
    await expectAddress('/admin/scan');
    await expect.element(page.getByLabelText('Référence')).toBeVisible();
  });

  it.each([
    '/users',
    '/products',
    '/static-pages',
    '/static-pages/edit/about',
    '/popup-notifications',
    '/notifications',
    '/contact-messages',
    '/email-deliveries',
    '/order-statuses',
    '/milestone-definitions',
    '/journal',
    '/settings',
    '/team',
  ])('finds no page at %s, whose data is not requested [TEAM-002]', async (path) => {
    const api = openAsAgent(path);
    await expect.element(page.getByText("La page que vous recherchez n'existe pas.")).toBeVisible();
    expect(api.lists(path.slice(1))).toEqual([]);
  });

  it('gets the notifications of the own account', async () => {
    const api = openAsAgent('/orders');
    api.respond('GET /api/notifications/user/7', 200, []);
    await expect.poll(() => api.sent('GET /api/notifications/user/7')).not.toEqual([]);
  });
});
