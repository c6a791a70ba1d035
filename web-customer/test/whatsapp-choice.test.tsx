import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectUrl, openPage } from './customer-site.tsx';
import { apiWith, card, ORDER } from './tracked-parcel.ts';

const stop = page.getByRole('button', { name: 'Ne plus recevoir de messages WhatsApp' });
const resume = page.getByRole('button', { name: 'Recevoir de nouveau des messages WhatsApp' });
const PATH = '/c/DEMO0003?w=token-of-awa';
const CHOICE = 'GET /api/whatsapp-choice';
const SET = 'POST /api/whatsapp-choice';

it('the link of a WhatsApp message stops messages with one tap, and takes that back in the same place', async () => {
  const api = apiWith(ORDER);
  api.respond(CHOICE, 200, { isStopped: false, canResume: false });
  api.compute(SET, ({ body }) => {
    const { isStopped } = body as { isStopped: boolean };
    return { isStopped, canResume: isStopped };
  });
  openPage(PATH, api);
  await stop.click();
  await expect
    .element(page.getByText("C'est noté\u00a0: vous ne recevrez plus de messages WhatsApp sur vos colis."))
    .toBeVisible();
  await resume.click();
  await expect.element(page.getByText('Vous recevrez de nouveau des messages WhatsApp sur vos colis.')).toBeVisible();
  await expect.element(stop).toBeVisible();
  expect(api.sent(SET)).toEqual([true, false].map((isStopped) => ({ token: 'token-of-awa', isStopped })));
  await expectUrl(PATH);
});

it('a choice that was not stored says so, and can be repeated', async () => {
  const api = apiWith(ORDER);
  api.respond(CHOICE, 200, { isStopped: true, canResume: true });
  api.disconnect(SET);
  openPage(PATH, api);
  await resume.click();
  await expect.element(page.getByText("Votre choix n'a pas pu être enregistré.")).toBeVisible();
  await expect.element(resume).toBeEnabled();
});

const BY_MESSAGE =
  'Pour en recevoir de nouveau, envoyez-nous SUIVI et votre numéro de colis par WhatsApp, ou demandez-le au guichet.';

it('the link says an hour after the stop how to resume otherwise, instead of offering it [SEC-031]', async () => {
  const api = apiWith(ORDER);
  api.respond(CHOICE, 200, { isStopped: true, canResume: false });
  openPage(PATH, api);
  await expect.element(page.getByText(BY_MESSAGE)).toBeVisible();
  await expect.element(resume).not.toBeInTheDocument();
  await expect.element(stop).not.toBeInTheDocument();
});

it('a page that was open for more than an hour shows why it cannot resume [SEC-031]', async () => {
  const api = apiWith(ORDER);
  api.respond(CHOICE, 200, { isStopped: true, canResume: true });
  api.respond(SET, 409, { message: BY_MESSAGE, code: 'conflict' });
  openPage(PATH, api);
  await resume.click();
  await expect.element(page.getByText(BY_MESSAGE)).toBeVisible();
});

it('a link that was cut off shows the parcel alone', async () => {
  const api = apiWith(ORDER);
  api.respond(CHOICE, 400, { message: 'Ce lien est incomplet.', code: 'bad-request' });
  openPage(PATH, api);
  await expect.element(card).toBeVisible();
  await expect.element(stop).not.toBeInTheDocument();
});
