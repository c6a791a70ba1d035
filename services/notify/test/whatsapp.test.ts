import { readFileSync } from 'node:fs';
import tls from 'node:tls';
import type { Order } from '@fasocolis/contracts/orders';
import type { PersonToTell } from '@fasocolis/contracts/to-tell';
import { asAdmin, asAgent, call, countFrom } from '@fasocolis/service-kit/testing/harness';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { NumberTokens } from '../src/audience/number-tokens.ts';
import { loadWorkerConfig, whatsappOf } from '../src/config.ts';
import { removeOldContacts } from '../src/retention.ts';
import { readStoredPhones } from '../src/seed/read-stored-phones.ts';
import { readRequest } from '../src/whatsapp/replies.ts';
import { environmentOf, startDeliveryWorker } from './delivery-worker.ts';
import {
  errorResponse,
  type GraphServer,
  graphEnvironment,
  startGraphServer,
  textFrom,
  webhook,
} from './graph-server.ts';
import {
  emptyRedis,
  extensionBy,
  extensionOf,
  listenAsAuth,
  type Notify,
  publish,
  startNotify,
  TEST_VAPID_KEY,
  type TestChange,
  until,
} from './helpers.ts';

let graph: GraphServer;
let notify: Notify;
let auth: Awaited<ReturnType<typeof listenAsAuth>>;
beforeAll(async () => {
  [graph, auth] = await Promise.all([startGraphServer(), listenAsAuth()]);
  tls.setDefaultCACertificates([...tls.getCACertificates('default'), readFileSync(graph.authorityFile, 'utf8')]);
  const env = graphEnvironment(graph);
  notify = await startNotify({
    whatsapp: {
      token: env.WHATSAPP_TOKEN,
      appSecret: env.WHATSAPP_APP_SECRET,
      verifyToken: env.WHATSAPP_VERIFY_TOKEN,
      messagesUrl: '',
    },
  });
});
beforeEach(async () => {
  await emptyRedis();
  auth.isDown = false;
  graph.refuse = async () => undefined;
});
afterAll(() => Promise.all([notify.close(), auth.close(), graph.close()]));

const CODE = '482913';
const newNumber = countFrom(1000);
const newPhone = () => `+2267600${newNumber()}`;
function newOrder(changes: Partial<Order> = {}): Order {
  const id = newNumber();
  const text = '24 décembre 2026';
  const order: Order = {
    ...{ id, reference: `FC-${id}`, status: 'IN_TRANSIT', statusLabel: 'En Transit', statusKind: 'step' },
    ...{ furthestStep: 'IN_TRANSIT', estimatedDelivery: '2026-12-24', expectedArrival: null, mode: null },
    ...{ pieces: null, weightGrams: null, recipientName: null, latestUpdate: 'Parti de Guangzhou' },
    statusSentence: null,
    situation: { kind: 'expected', label: 'Livraison estimée', text, next: null, town: null },
    latestUpdateTime: '2026-11-20T10:00:00.000Z',
    createdAt: '2026-11-10T10:00:00.000Z',
    updatedAt: '2026-11-20T10:00:00.000Z',
    ...changes,
  };
  auth.addOrder(order);
  return order;
}

const changeOf = ({ id: orderId, reference }: Order, data: Partial<TestChange> = {}): TestChange => ({
  ...{ orderId, reference, eventId: newNumber(), occurredAt: '2026-11-25T10:00:00.000Z' },
  ...data,
});
const consented = (phone: string): Partial<TestChange> => ({
  recipient: { phone, name: 'Awa Ouédraogo', consent: true },
});

const startWorker = (options: { now?: () => Date; env?: Record<string, string> } = {}) =>
  startDeliveryWorker({
    ...{ notify, authUrl: auth.url, smtpUrl: 'smtp://127.0.0.1:9', ...(options.now && { now: options.now }) },
    env: { ...graphEnvironment(graph), MAIL_TIMEOUT_MS: '5000', ...options.env },
  });
const hook = (value: Parameters<typeof webhook>[0], changes: { headers?: object } = {}) => {
  const { body, headers } = webhook(value);
  const request = { method: 'POST', url: '/api/whatsapp/webhook', payload: body } as const;
  return call(notify.app, { ...request, headers: { ...headers, ...changes.headers } });
};
async function write(phone: string, body: string, changes: object = {}): Promise<void> {
  const response = await hook({ messages: [textFrom(phone, body, changes)] });
  expect(response.statusCode, response.body).toBe(200);
}
const bodiesTo = (phone: string) => graph.sentTo(phone).map(({ text }) => text?.body ?? '');
const untilReplied = (phone: string, count: number) =>
  until(() => {
    const bodies = bodiesTo(phone);
    expect(bodies).toHaveLength(count);
    return bodies.at(-1) ?? '';
  });
async function changed(change: TestChange): Promise<void> {
  const eventId = await publish('order.history-extended', extensionBy(change));
  await until(async () => expect(await notify.database.processedEvent.findUnique({ where: { eventId } })).toBeTruthy());
}
async function peopleOf(phone: string, told: boolean): Promise<PersonToTell[]> {
  const url = `/api/to-tell?filter=${encodeURIComponent(JSON.stringify({ told, q: phone }))}`;
  return (await call(notify.app, { url }, asAdmin())).json<PersonToTell[]>();
}
/** A message that was written some time from now. */
const written = (afterMs: number) => ({ timestamp: String(Math.floor((Date.now() + afterMs) / 1000)) });
async function choiceOf(phone: string) {
  const contact = await notify.database.whatsappContact.findUnique({ where: { phone }, include: { follows: true } });
  return { isStopped: contact?.stoppedAt != null, follows: contact?.follows.map(({ orderId }) => orderId) };
}
const HELP = /^Envoyez SUIVI et votre numéro de colis.*\nPour ne plus recevoir de messages, répondez STOP\.$/;

describe('the webhook', () => {
  it('is verified by WhatsApp with our token alone [WA-003]', async () => {
    const verify = (token: string) =>
      call(notify.app, {
        url: `/api/whatsapp/webhook?hub.mode=subscribe&hub.verify_token=${token}&hub.challenge=1158201444`,
      });
    const response = await verify('graph-verify-token');
    expect([response.statusCode, response.body]).toEqual([200, '1158201444']);
    expect((await verify('another')).statusCode).toBe(403);
  });

  it('refuses a body without its signature [WA-003]', async () => {
    const value = { messages: [textFrom(newPhone(), 'STOP')] };
    for (const signature of ['', 'sha256=', `sha256=${'0'.repeat(64)}`, webhook({}).headers['x-hub-signature-256']]) {
      const response = await hook(value, { headers: { 'x-hub-signature-256': signature } });
      expect(response.statusCode, signature).toBe(403);
    }
    expect(await notify.database.whatsappContact.count({ where: { phone: value.messages[0]?.from ?? '' } })).toBe(0);
  });

  it('accepts and ignores signed bodies of other forms', async () => {
    const other = { messages: [{ type: 'image', id: 'wamid.1' }, { from: 'abc' }], statuses: [{ status: 'deleted' }] };
    expect((await hook(other)).statusCode).toBe(200);
  });
});

describe('a message to the product', () => {
  it('is answered with status, latest update, its date and link, and follows the order [WA-003] [HIST-004]', async () => {
    await startWorker();
    const [phone, order] = [newPhone(), newOrder()];
    await write(phone, ` suivi   ${order.reference} `);
    expect(await untilReplied(phone, 1)).toBe(
      `Colis ${order.reference}\u00a0: En Transit (20 novembre 2026).\nParti de Guangzhou\nLivraison estimée\u00a0: 24 décembre 2026.\nhttps://colis.example.com/c/${order.reference}\nNous vous prévenons ici de la suite. Pour arrêter, répondez STOP.`,
    );
    await changed(changeOf(order));
    expect(await untilReplied(phone, 2)).toContain(`${order.reference}\u00a0: Arrivée au Burkina`);
  });

  it('may be a bare reference, or a tap on a button [WA-003]', async () => {
    await startWorker();
    const [phone, order] = [newPhone(), newOrder()];
    await write(phone, order.reference);
    expect(await untilReplied(phone, 1)).toContain(order.reference);
    await write(phone, '', { text: undefined, type: 'button', button: { text: `SUIVI ${order.reference}` } });
    expect(await untilReplied(phone, 2)).toContain(order.reference);
  });

  it('that says STOP ends all messages until the next SUIVI [WA-003]', async () => {
    await startWorker();
    const [phone, order] = [newPhone(), newOrder()];
    await write(phone, `SUIVI ${order.reference}`);
    await untilReplied(phone, 1);
    await write(phone, 'Stop.');
    expect(await untilReplied(phone, 2)).toContain('vous ne recevrez plus de messages');
    await changed(changeOf(order, consented(phone)));
    expect(await notify.database.personToTell.count({ where: { phone } })).toBe(0);
    await write(phone, `SUIVI ${order.reference}`);
    await untilReplied(phone, 3);
    await changed(changeOf(order));
    expect(await untilReplied(phone, 4)).toContain('Arrivée au Burkina');
  });

  it.each(['SUIVI ', 'suivi ', ''])(
    'finds a parcel by %j and its courier number for the number of its owner, and for no other',
    async (before) => {
      await startWorker();
      const [owner, other, order] = [newPhone(), newPhone(), newOrder({ status: 'ORDER_CONFIRMED' })];
      const alias = `YT75${order.id}0001`;
      auth.addAlias(alias, { phone: owner, reference: order.reference });
      await write(owner, before + alias);
      const reply = await untilReplied(owner, 1);
      expect(reply).toContain(`Colis ${order.reference} (votre numéro ${alias})\u00a0: Commande Confirmée`);
      expect(reply).toContain('Nous vous prévenons ici de la suite.');
      await changed(changeOf(order));
      expect(await untilReplied(owner, 2)).toContain('Arrivée au Burkina');
      await write(other, `SUIVI ${alias}`);
      expect(await untilReplied(other, 1)).toContain(`Aucun colis ne porte le numéro ${alias}`);
    },
  );

  it('that has words beside a reference after STOP is answered, and does not resume messages', async () => {
    await startWorker();
    const [phone, order] = [newPhone(), newOrder()];
    await write(phone, 'STOP');
    await untilReplied(phone, 1);
    await write(phone, `Où est ${order.reference} ?`);
    const reply = await untilReplied(phone, 2);
    expect(reply).toContain(`Colis ${order.reference}\u00a0: En Transit`);
    expect(reply).toContain('Pour en recevoir de nouveau, envoyez SUIVI et votre numéro de colis.');
    await changed(changeOf(order));
    expect(await choiceOf(phone)).toEqual({ isStopped: true, follows: [] });
  });

  it.each(['SUIVI ', ''])('resumes messages after STOP with "%s" and a reference alone', async (command) => {
    await startWorker();
    const [phone, order] = [newPhone(), newOrder()];
    await write(phone, 'STOP');
    await untilReplied(phone, 1);
    await write(phone, command + order.reference);
    expect(await untilReplied(phone, 2)).toContain('Nous vous prévenons ici de la suite.');
    expect(await choiceOf(phone)).toEqual({ isStopped: false, follows: [order.id] });
  });

  it('that may ask to stop is answered about its parcel, with how to stop, and changes nothing', async () => {
    await startWorker();
    const [phone, followed, other] = [newPhone(), newOrder(), newOrder()];
    await write(phone, `SUIVI ${followed.reference}`);
    await untilReplied(phone, 1);
    await write(phone, `Arrêt à Dubaï ? ${other.reference}`);
    const reply = await untilReplied(phone, 2);
    expect(reply).toContain(`Colis ${other.reference}\u00a0: En Transit`);
    expect(reply).toMatch(/\nPour ne plus recevoir de messages, répondez STOP\.$/);
    expect(reply).not.toContain('Nous vous prévenons');
    expect(await choiceOf(phone)).toEqual({ isStopped: false, follows: [followed.id] });
    await write(phone, "Le colis DEM00003 n'est pas à moi");
    const unknown = await untilReplied(phone, 3);
    expect(unknown).toContain('Aucun colis ne porte le numéro DEM00003.');
    expect(unknown).toMatch(/répondez STOP\.$/);
  });

  it('that was written before a STOP, and arrives after it, does not resume messages', async () => {
    await startWorker();
    const [phone, order] = [newPhone(), newOrder()];
    await write(phone, 'STOP');
    await untilReplied(phone, 1);
    await write(phone, `SUIVI ${order.reference}`, written(-3_600_000));
    const reply = await untilReplied(phone, 2);
    expect(reply).toContain(`Colis ${order.reference}\u00a0: En Transit`);
    expect(reply).toContain('Vous avez demandé à ne plus recevoir de messages.');
    expect(await choiceOf(phone)).toEqual({ isStopped: true, follows: [] });
  });

  it('that says STOP, and arrives after a later SUIVI, stops nothing', async () => {
    await startWorker();
    const [phone, order] = [newPhone(), newOrder()];
    await write(phone, `SUIVI ${order.reference}`);
    await untilReplied(phone, 1);
    await write(phone, 'STOP', written(-24 * 3_600_000));
    expect(await untilReplied(phone, 2)).toBe(
      'Depuis ce message, vous avez demandé à être prévenu ici. Pour ne plus recevoir de messages, répondez STOP.',
    );
    expect(await choiceOf(phone)).toEqual({ isStopped: false, follows: [order.id] });
  });

  it('does not overrule what the person chose behind a link after it', async () => {
    await startWorker();
    const [phone, order] = [newPhone(), newOrder()];
    const choose = async (isStopped: boolean) => {
      const payload = { token: new NumberTokens(TEST_VAPID_KEY).issue(phone), isStopped };
      const response = await call(notify.app, { method: 'POST', url: '/api/whatsapp-choice', payload });
      expect(response.statusCode, response.body).toBe(200);
    };
    await choose(true);
    await write(phone, `SUIVI ${order.reference}`, written(-60_000));
    await untilReplied(phone, 1);
    expect(await choiceOf(phone)).toEqual({ isStopped: true, follows: [] });
    await choose(false);
    await write(phone, 'STOP', written(-60_000));
    await untilReplied(phone, 2);
    expect(await choiceOf(phone)).toEqual({ isStopped: false, follows: [] });
  });

  it('is not confirmed once a later one of the same webhook chose otherwise', async () => {
    // A sweep between the two messages could send the first reply.
    await startWorker({ env: { MAIL_SWEEP_MS: '60000' } });
    const { reference, id } = newOrder();
    const [stopped, resumed] = [newPhone(), newPhone()];
    const send = (phone: string, texts: string[]) => hook({ messages: texts.map((text) => textFrom(phone, text)) });
    await send(stopped, [`SUIVI ${reference}`, 'STOP']);
    await send(resumed, ['STOP', `SUIVI ${reference}`]);
    expect(await untilReplied(stopped, 1)).toContain('vous ne recevrez plus de messages');
    expect(await untilReplied(resumed, 1)).toContain('Nous vous prévenons ici de la suite.');
    const dropped = { channel: 'whatsapp', state: 'DROPPED', dropReason: 'not-needed' } as const;
    await until(async () => expect(await notify.database.delivery.count({ where: dropped })).toBe(2));
    expect(await choiceOf(stopped)).toEqual({ isStopped: true, follows: [] });
    expect(await choiceOf(resumed)).toEqual({ isStopped: false, follows: [id] });
    expect([bodiesTo(stopped).length, bodiesTo(resumed).length]).toEqual([1, 1]);
  });

  it('that is delivered again is answered once [WA-003]', async () => {
    await startWorker();
    const [phone, order] = [newPhone(), newOrder()];
    const message = textFrom(phone, `SUIVI ${order.reference}`);
    for (const contacts of [1, 2, 3]) await hook({ messages: [message], statuses: [{ contacts }] });
    await untilReplied(phone, 1);
    await write(phone, 'STOP');
    expect(await untilReplied(phone, 2)).toContain('vous ne recevrez plus de messages');
  });

  it('names an unknown parcel, and gets help for other texts once an hour [WA-003]', async () => {
    let now = Date.now();
    await startWorker({ now: () => new Date(now) });
    const phone = newPhone();
    await write(phone, 'SUIVI FC-INCONNU');
    expect(await untilReplied(phone, 1)).toContain('Aucun colis ne porte le numéro FC-INCONNU');
    await write(phone, 'Bonjour !');
    expect(await untilReplied(phone, 2)).toMatch(HELP);
    await write(phone, 'Allô ?');
    await write(phone, 'SUIVI FC-INCONNU');
    await untilReplied(phone, 3);
    now += 61 * 60_000;
    await write(phone, 'Bonjour ?');
    expect(await untilReplied(phone, 4)).toMatch(HELP);
  });

  it('names an unknown parcel also where it is alone in the message, or beside a known one [READ-003]', async () => {
    await startWorker();
    const [phone, { reference }] = [newPhone(), newOrder()];
    await write(phone, 'DEM00003');
    expect(await untilReplied(phone, 1)).toContain('Aucun colis ne porte le numéro DEM00003.');
    await write(phone, 'DEM00004');
    expect(await untilReplied(phone, 2)).toContain('Aucun colis ne porte le numéro DEM00004.');
    await write(phone, `SUIVI ${reference} et DEM00003`);
    const reply = await untilReplied(phone, 3);
    expect(reply).toContain(`Colis ${reference}\u00a0: En Transit`);
    expect(reply).toContain('Aucun colis ne porte le numéro DEM00003.');
  });

  it('asks whether a reference that looks alike was meant [READ-003]', async () => {
    await startWorker();
    const [phone, { reference }] = [newPhone(), newOrder()];
    await write(phone, `SUIVI ${reference.replace('FC', 'F\u0421')}`);
    expect(await untilReplied(phone, 1)).toContain(`Vouliez-vous dire ${reference}\u00a0? Envoyez SUIVI ${reference}`);
  });

  it('subscribes to the parcel in place of the oldest of 50 that the person follows', async () => {
    await startWorker();
    const [phone, { id, reference }] = [newPhone(), newOrder()];
    const data = Array.from({ length: 50 }, (_, index) => ({ phone, orderId: 900_000 + index }));
    await notify.database.whatsappContact.create({ data: { phone } });
    await notify.database.whatsappFollow.createMany({ data });
    await write(phone, `SUIVI ${reference}`);
    expect(await untilReplied(phone, 1)).toContain('Nous vous prévenons ici de la suite.');
    const followed = await notify.database.whatsappFollow.findMany({ where: { phone }, orderBy: { orderId: 'asc' } });
    expect(followed.map(({ orderId }) => orderId)).toEqual([id, ...data.slice(1).map(({ orderId }) => orderId)]);
  });

  it('is answered when orders responds again', async () => {
    await startWorker();
    const [phone, order] = [newPhone(), newOrder()];
    auth.isDown = true;
    await write(phone, `SUIVI ${order.reference}`);
    await until(async () => expect(await notify.database.whatsappContact.count({ where: { phone } })).toBe(0));
    auth.isDown = false;
    await untilReplied(phone, 1);
  });

  it.each([
    'SUIVI FC-1',
    'suivi: FC-1',
    'SUIVI FC-10 svp',
    '*SUIVI FC-10*',
    'Bonjour, SUIVI n° FC-10',
    'Suivre #FC-10',
    'SUIVI https://x.example/c/FC-10',
    'Je ne peux plus suivre FC-10',
  ])('asks for a parcel by %j [READ-005]', (text) =>
    expect(readRequest(text)).toMatchObject({
      kind: 'follow',
      references: expect.arrayContaining([expect.stringMatching(/^FC-10?$/)]),
    }),
  );

  it.each(['DEMO0003', 'Bonjour mon colis DEMO0003', '\u200eDEMO0003', 'DEMO0003 ?', '📦 DEMO0003'])(
    'may be about a parcel: %j',
    (text) => {
      expect(readRequest(text)).toMatchObject({ kind: 'bare', references: expect.arrayContaining(['DEMO0003']) });
    },
  );

  it.each([
    ...['STOP', 'stop !', 'Stop.', 'ARRÊT', 'arret', 'Stop svp', 'stop merci', 'Arrêtez', 'Arrêtez les messages'],
    ...['« STOP »', 'STOP\u200e', '*stop*', 'désabonner', 'Désinscrire', 'unsubscribe', '🛑', ' 🛑🛑 '],
    ...['arrête', 'Stoppez', 'stopper', 'désabonnement', 'Désinscription', 'S.T.O.P', 'Ｓｔｏｐ', '🛑 merci'],
    ...['stope', 'Stopez svp', 'Bonjour, stop svp', 'Bsr. Arrêtez', 'stp stop', 'Merci de stopper', 'Non merci, stop'],
    ...['Je veux arrêter', 'S’il vous plaît, arrêtez', "Ne m'envoyez plus de messages", 'Plus de messages svp', '退订'],
    ...['je ne veux plus recevoir de messages', "Ne plus m'envoyer de messages", "merci de ne plus m'écrire"],
    ...['Je me désabonne', 'me désinscrire', 'Je veux être désabonné', 'Pardon arrêtez', '停止', '请停止', '停止发送'],
    ...['ne plus suivre FC-ZDM9XCY8', 'Je ne veux plus suivre FC-ZDM9XCY8', 'Annuler le suivi FC-ZDM9XCY8'],
    ...['Bonjour, je ne souhaite plus recevoir vos messages', "Merci d'arrêter", 'Ne me contactez plus svp'],
    ...['Je veux plus recevoir de messages', 'Je n’veux plus de vos sms', 'Je ne veux pas recevoir de messages'],
    ...["Je veux que vous ne m'envoyez plus de messages", "J'en ai assez. Ne m'écrivez plus", "Ne m'envoie plus rien"],
    ...['Je ne veux plus être contacté', "J'aimerais ne plus recevoir de messages", "J'ai dit stop", '停'],
    ...['Je vous ai déjà dit STOP', "d'accord stop", 'please stop', 'désactivez les messages', 'pas de message svp'],
    ...['no more messages', 'Je souhaite ne plus être dérangée', 'Désactiver les notifications'],
    ...['Pouvez-vous ne plus m’envoyer de notifications ?', "Je ne veux plus que vous m'écriviez"],
  ])('asks for no more messages by %j [READ-005]', (text) => expect(readRequest(text)).toEqual({ kind: 'stop' }));

  it.each([
    'Bonjour',
    'SUIVI',
    '',
    '👍',
    'merci beaucoup',
    'où est mon colis ?',
    'ne vous arrêtez pas',
    'non stop',
    'merci, plus rien',
    'Pouvez-vous me dire quand il arrive ?',
    'problème de connexion',
    ...["je n'ai plus reçu de messages", "vous ne m'envoyez plus de messages ?", 'Je ne reçois plus vos messages'],
    ...["Pourquoi vous ne m'envoyez plus rien ?", "Le transitaire ne m'envoie plus de messages"],
    ...['Plus de messages depuis lundi', 'Je voudrais recevoir plus de messages', "Je veux plus d'informations svp"],
    ...['Je ne veux plus attendre', 'Je ne veux plus du colis', "Merci de ne plus m'envoyer les colis par bateau"],
    ...['Je ne me désabonne pas', 'je me désabonne pas', "je m'arrête au dépôt demain", '停止运输'],
    ...['Pas de messages depuis lundi', "J'ai dit à Awa que c'est bon", "d'accord merci", 'Je veux être prévenu'],
    ...['SUIVI svp', 'suivi 123', 'Suivi : 123', 'SUIVI merci', "suivi s'il vous plaît", 'Bonjour, suivi svp merci'],
    ...['Suivi de mon colis', 'Je veux suivre mon colis svp', '*SUIVI* svp'],
  ])('asks for nothing by %j', (text) => {
    expect(readRequest(text)).toBeNull();
  });

  it.each([
    'CONNEXION 7K4P2M',
    'connexion : 7k4p2m',
    'Bonjour CONNEXION-7K4P2M',
    'ＣＯＮＮＥＸＩＯＮ　７Ｋ４Ｐ２Ｍ',
    'CONNEXION 7K4P2M\n\nEnvoyé de mon iPhone',
  ])('asks for the code of a browser by %j [READ-005]', (text) =>
    expect(readRequest(text)).toEqual({ kind: 'sign-in', tag: '7K4P2M' }),
  );

  it('with several references is answered once, about five of them, and all of them are followed [READ-005]', async () => {
    await startWorker();
    const [phone, ...orders] = [newPhone(), ...Array.from({ length: 7 }, () => newOrder())] as const;
    await write(phone, `Bonjour, où sont :\n${orders.map(({ reference }) => reference).join('\n')}`);
    const reply = await untilReplied(phone, 1);
    for (const { reference } of orders.slice(0, 5)) expect(reply).toContain(`Colis ${reference}\u00a0: En Transit`);
    expect(reply).toContain('… et 2 autres colis\u00a0: https://colis.example.com');
    const follows = await notify.database.whatsappFollow.findMany({ where: { phone } });
    expect(follows.map(({ orderId }) => orderId).toSorted((a, b) => a - b)).toEqual(orders.map(({ id }) => id));
  });

  it.each([
    ['a photo with a caption', 'image', (reference: string) => ({ image: { caption: `mon colis ${reference}` } })],
    ['a document with a caption', 'document', (reference: string) => ({ document: { caption: reference } })],
    [
      'a tap on a button',
      'interactive',
      (reference: string) => ({ interactive: { button_reply: { title: `SUIVI ${reference}` } } }),
    ],
  ])('may be %s [READ-005]', async (_, type, content) => {
    await startWorker();
    const [phone, { reference }] = [newPhone(), newOrder()];
    await write(phone, '', { text: undefined, type, ...content(reference) });
    expect(await untilReplied(phone, 1)).toContain(`Colis ${reference}\u00a0: En Transit`);
  });

  it('is not answered when it is a reaction, a sticker, of the system or unsupported [READ-005]', async () => {
    await startWorker();
    const phone = newPhone();
    for (const type of ['reaction', 'sticker', 'system', 'edit', 'revoke', 'unsupported'])
      await write(phone, '', { text: undefined, type });
    await write(phone, 'Bonjour');
    expect(await untilReplied(phone, 1)).toMatch(HELP);
  });

  it('comes from a number by its present plan, whichever WhatsApp names [READ-006]', async () => {
    await startWorker();
    const { reference } = newOrder();
    await write('+22997123456', `SUIVI ${reference}`);
    expect(await untilReplied('+2290197123456', 1)).toContain(reference);
  });
});

describe('a change that a person is told of', () => {
  it('goes to numbers entered with consent, as the approved template, and to no other [WA-004]', async () => {
    auth.set('whatsapp_template', 'nouvelles_du_colis');
    await startWorker();
    const [requested, unasked] = [newPhone(), newPhone()];
    const order = newOrder();
    const recipient = { phone: unasked, name: 'Ali', consent: false };
    await changed(changeOf(newOrder(), { recipient }));
    await changed(changeOf(order, { ...consented(requested), note: 'À Ouagadougou' }));
    await until(() => expect(graph.sentTo(requested)).toHaveLength(1));
    const [message] = graph.sentTo(requested);
    expect(message?.template?.name).toBe('nouvelles_du_colis');
    expect(message?.template?.components[0]?.parameters.map(({ text }) => text)).toEqual([
      ...['Awa', order.reference, 'Arrivée au Burkina : À Ouagadougou', '25 novembre 2026'],
      expect.stringMatching(new RegExp(`^https://colis\\.example\\.com/c/${order.reference}\\?w=[\\da-z]{22}$`)),
    ]);
    expect(graph.sentTo(unasked)).toEqual([]);
    expect(await peopleOf(unasked, false)).toHaveLength(1);
    expect(await peopleOf(requested, false)).toEqual([]);
    // The message arrives before its outcome is stored.
    await until(async () =>
      expect(await peopleOf(requested, true)).toMatchObject([
        { told: { byUserId: null }, whatsapp: { state: 'sent' } },
      ]),
    );
  });

  it('has the pick-up code for the recipient, not for followers and staff, until the hand-over [TEL-008]', async () => {
    auth.set('whatsapp_template', 'nouvelles_du_colis');
    await startWorker();
    const [recipient, follower, order] = [newPhone(), newPhone(), newOrder()];
    await write(follower, `SUIVI ${order.reference}`);
    await untilReplied(follower, 1);
    const ready = { cause: 'milestone', title: 'Prêt au retrait, Ouagadougou', pickupCode: CODE } as const;
    await changed(changeOf(order, { ...consented(recipient), ...ready }));
    await until(() => expect(graph.sentTo(recipient)).toHaveLength(1));
    expect(graph.sentTo(recipient)[0]?.template?.components[0]?.parameters[2]?.text).toBe(
      `Prêt au retrait, Ouagadougou. Code de retrait\u00a0: ${CODE}`,
    );
    expect(await untilReplied(follower, 2)).not.toContain(CODE);
    const shown = await until(async () => {
      const people = await peopleOf(recipient, true);
      expect(people).toMatchObject([{ changes: [{ orders: [{ hasPickupCode: true }] }] }]);
      return people;
    });
    expect(JSON.stringify(shown)).not.toContain(CODE);
    const codes = () => notify.database.changeToTell.count({ where: { orderId: order.id, pickupCode: CODE } });
    expect(await codes()).toBe(1);
    await changed(changeOf(order, { status: 'DELIVERED', title: 'Livrée' }));
    expect(await codes()).toBe(0);
  });

  it('keeps the person off the list of staff while it is on its way', async () => {
    await startWorker({ env: { ORDER_MAIL_DELAY_MS: '3600000' } });
    const phone = newPhone();
    await changed(changeOf(newOrder(), consented(phone)));
    await until(async () =>
      expect(await notify.database.delivery.findMany({ where: { recipient: phone } })).toMatchObject([
        { state: 'PENDING', personId: expect.any(Number) },
      ]),
    );
    expect(await peopleOf(phone, false)).toEqual([]);
  });

  it('has the codes of several parcels in one text to a recipient who wrote [TEL-008]', async () => {
    await startWorker();
    const [phone, first, second] = [newPhone(), newOrder(), newOrder()];
    await write(phone, 'Bonjour');
    await untilReplied(phone, 1);
    const recipient = { phone, name: 'Awa', consent: false };
    const orders = [
      { ...changeOf(first), recipient, pickupCode: CODE },
      { ...changeOf(second), recipient, pickupCode: '193847' },
    ];
    await notify.untilHandled(await publish('order.history-extended', extensionOf(orders)));
    const codes = `Code de retrait\u00a0: ${first.reference}\u00a0${CODE}, ${second.reference}\u00a0193847.`;
    expect(await untilReplied(phone, 2)).toContain(codes);
  });

  it('has the code for an owner whose number is verified, and not where an account claims the number [TEL-008]', async () => {
    auth.set('whatsapp_template', 'nouvelles_du_colis');
    await startWorker();
    const [verified, claimed] = [newPhone(), newPhone()];
    const [owner, stranger] = [newNumber(), newNumber()];
    auth.addPhone(owner, verified, 'Awa Ouédraogo', false, true);
    auth.addPhone(stranger, claimed);
    const ready = { cause: 'milestone', title: 'Prêt au retrait', pickupCode: CODE } as const;
    await changed(changeOf(newOrder(), { ...ready, ownerId: owner }));
    await changed(changeOf(newOrder(), { ...ready, ownerId: stranger }));
    await until(() => expect(graph.sentTo(verified)).toHaveLength(1));
    expect(graph.sentTo(verified)[0]?.template?.components[0]?.parameters[2]?.text).toContain(CODE);
    await until(async () => expect(await peopleOf(claimed, false)).toHaveLength(1));
    const [person] = await peopleOf(claimed, false);
    expect(person?.changes[0]?.orders[0]).not.toHaveProperty('hasPickupCode');
  });

  it('goes as free text within 24 hours after the last message, later as the template [WA-004]', async () => {
    auth.set('whatsapp_template', 'nouvelles_du_colis');
    let now = Date.now();
    await startWorker({ now: () => new Date(now) });
    const [phone, order] = [newPhone(), newOrder()];
    await write(phone, `SUIVI ${order.reference}`);
    await untilReplied(phone, 1);
    now += 23 * 3_600_000;
    await changed(changeOf(order));
    await until(() => expect(graph.sentTo(phone).map(({ type }) => type)).toEqual(['text', 'text']));
    now += 2 * 3_600_000;
    await changed(changeOf(order, { title: 'Livrée' }));
    await until(() => expect(graph.sentTo(phone).map(({ type }) => type)).toEqual(['text', 'text', 'template']));
  });

  it('is never sent to a number because an account claims it, but left to staff [SEC-026]', async () => {
    await startWorker();
    const [phone, own, strangers] = [newPhone(), newOrder(), newOrder()];
    await write(phone, `SUIVI ${own.reference}`);
    await untilReplied(phone, 1);
    const userId = newNumber();
    auth.addPhone(userId, phone);
    await changed(changeOf(strangers, { ownerId: userId }));
    await until(async () => expect(await peopleOf(phone, false)).toHaveLength(1));
    await changed(changeOf(own, { ownerId: userId }));
    expect(await untilReplied(phone, 2)).toContain(own.reference);
    expect(bodiesTo(phone).join()).not.toContain(strangers.reference);
    await until(async () =>
      expect(await peopleOf(phone, false)).toMatchObject([
        { whatsapp: null, changes: [{ orders: [{ reference: strangers.reference }] }] },
      ]),
    );
  });

  it('is sent to the recipient of an order whose number wrote first [SEC-026]', async () => {
    await startWorker();
    const [phone, order] = [newPhone(), newOrder()];
    await write(phone, 'Bonjour');
    await untilReplied(phone, 1);
    await changed(changeOf(order, { recipient: { phone, name: 'Ali', consent: false } }));
    expect(await untilReplied(phone, 2)).toContain(order.reference);
  });

  it('is left to staff without a template [WA-004]', async () => {
    auth.set('whatsapp_template', '');
    await startWorker();
    const phone = newPhone();
    await changed(changeOf(newOrder(), consented(phone)));
    await until(async () => expect(await peopleOf(phone, false)).toMatchObject([{ told: null, whatsapp: null }]));
    expect(graph.sentTo(phone)).toEqual([]);
  });

  it('is tried again as long as WhatsApp asks, and sent once [WA-004]', async () => {
    auth.set('whatsapp_template', 'nouvelles_du_colis');
    await startWorker();
    const phone = newPhone();
    const responses = [
      errorResponse(400, 130429, 'Rate limit hit'),
      { ...errorResponse(429, 4, 'Too many calls'), headers: { 'retry-after': '1' } },
      errorResponse(500, 131000, 'Something went wrong'),
    ];
    graph.refuse = async ({ to }) => (`+${to}` === phone ? responses.shift() : undefined);
    await changed(changeOf(newOrder(), consented(phone)));
    await until(() => expect(graph.sentTo(phone)).toHaveLength(1));
    expect(responses).toEqual([]);
  });

  it('is left to staff when WhatsApp refuses it for good [WA-004]', async () => {
    auth.set('whatsapp_template', 'nouvelles_du_colis');
    await startWorker();
    const phone = newPhone();
    graph.refuse = async () => errorResponse(400, 131026, 'Message undeliverable');
    await changed(changeOf(newOrder(), consented(phone)));
    await until(async () => expect(await peopleOf(phone, false)).toMatchObject([{ whatsapp: { state: 'failed' } }]));
    const url = '/api/email-deliveries?filter={"state":"failed"}&sort=["createdAt","DESC"]';
    expect((await call(notify.app, { url }, asAdmin())).json()[0]).toMatchObject({
      ...{ channel: 'whatsapp', recipient: phone, lastError: 'WhatsApp 131026: Message undeliverable' },
    });
  });

  it('is sent as the template when the window turns out to be closed', async () => {
    auth.set('whatsapp_template', 'nouvelles_du_colis');
    await startWorker();
    const [phone, order] = [newPhone(), newOrder()];
    await write(phone, `SUIVI ${order.reference}`);
    await untilReplied(phone, 1);
    graph.refuse = async ({ type }) =>
      type === 'text' ? errorResponse(400, 131047, 'Re-engagement message') : undefined;
    await changed(changeOf(order));
    await until(() => expect(graph.sentTo(phone).at(-1)?.type).toBe('template'));
    await until(async () => expect(await peopleOf(phone, true)).toHaveLength(1));
    await changed(changeOf(order, { title: 'Livrée' }));
    await until(() => expect(graph.sentTo(phone).filter(({ type }) => type === 'template')).toHaveLength(2));
  });

  it('waits for the end of the quiet hours, unlike a reply [PUSH-006]', async () => {
    auth.set('whatsapp_template', 'nouvelles_du_colis');
    const night = new Date();
    night.setUTCHours(23, 0, 0, 0);
    let now = night.getTime();
    await startWorker({ now: () => new Date(now), env: { QUIET_HOURS: '21:00-07:00' } });
    const [phone, order] = [newPhone(), newOrder()];
    await write(phone, `SUIVI ${order.reference}`);
    await untilReplied(phone, 1);
    await changed(changeOf(order));
    const inTheMorning = () =>
      notify.database.delivery.findFirst({ where: { recipient: phone, dueAt: { gt: night } } });
    await until(async () => expect(await inTheMorning()).toMatchObject({ state: 'PENDING' }));
    expect(graph.sentTo(phone)).toHaveLength(1);
    now += 9 * 3_600_000;
    await notify.database.delivery.updateMany({ where: { recipient: phone }, data: { dueAt: new Date() } });
    await untilReplied(phone, 2);
  });
});

describe('the reports of WhatsApp', () => {
  const report = (id: string, status: string, changes: object = {}) =>
    hook({ statuses: [{ id, status, timestamp: '1795600000', recipient_id: '226', ...changes }] });

  it('are stored per message, and never go back [WA-004]', async () => {
    auth.set('whatsapp_template', 'nouvelles_du_colis');
    await startWorker();
    const phone = newPhone();
    await changed(changeOf(newOrder(), consented(phone)));
    await until(() => expect(graph.sentTo(phone)).toHaveLength(1));
    const id = graph.sentTo(phone)[0]?.id ?? '';
    await until(async () => expect(await peopleOf(phone, true)).toHaveLength(1));
    for (const state of ['delivered', 'read']) {
      await report(id, state);
      await until(async () => expect(await peopleOf(phone, true)).toMatchObject([{ whatsapp: { state } }]));
    }
    const [{ id: personId } = { id: 0 }] = await peopleOf(phone, true);
    const undo = { method: 'POST', url: `/api/to-tell/${personId}/undo` } as const;
    expect((await call(notify.app, undo, asAgent(7))).json().message).toBe('Ce message est parti par WhatsApp.');
    await report(id, 'sent');
    await report(id, 'failed', { errors: [{ code: 131026, title: 'Message undeliverable' }] });
    await until(async () =>
      expect(await peopleOf(phone, false)).toMatchObject([{ told: null, whatsapp: { state: 'failed' } }]),
    );
    expect(await notify.database.delivery.findFirst({ where: { recipient: phone } })).toMatchObject({
      ...{ state: 'FAILED', lastError: 'WhatsApp 131026 Message undeliverable' },
    });
  });

  it.each([
    [
      'wants no messages since',
      async (phone: string) => {
        await write(phone, 'STOP');
        await untilReplied(phone, 2);
      },
    ],
    [
      'was told by staff since',
      async (phone: string) => {
        await notify.database.personToTell.updateMany({ where: { phone }, data: { toldBy: 7 } });
      },
    ],
  ])('about a failure do not list a person again who %s', async (_what, settle) => {
    auth.set('whatsapp_template', 'nouvelles_du_colis');
    await startWorker();
    const phone = newPhone();
    await changed(changeOf(newOrder(), consented(phone)));
    await until(async () => expect(await peopleOf(phone, true)).toHaveLength(1));
    await settle(phone);
    await report(graph.sentTo(phone)[0]?.id ?? '', 'failed');
    await until(async () => expect(await peopleOf(phone, true)).toMatchObject([{ whatsapp: { state: 'failed' } }]));
    expect(await peopleOf(phone, false)).toEqual([]);
  });

  it('about a failure that are faster than the response leave the person to be told', async () => {
    auth.set('whatsapp_template', 'nouvelles_du_colis');
    await startWorker();
    const phone = newPhone();
    const stored = () => notify.database.delivery.findFirst({ where: { recipient: phone } });
    graph.refuse = async ({ to, id, biz_opaque_callback_data }) => {
      if (`+${to}` !== phone) return undefined;
      await report(id, 'failed', { biz_opaque_callback_data });
      await until(async () => expect(await stored()).toMatchObject({ state: 'FAILED' }));
      return undefined;
    };
    await changed(changeOf(newOrder(), consented(phone)));
    await until(() => expect(graph.sentTo(phone)).toHaveLength(1));
    // The response to the first message is noted by the time a later one is.
    const other = newPhone();
    await changed(changeOf(newOrder(), consented(other)));
    await until(async () => expect(await peopleOf(other, true)).toHaveLength(1));
    expect(await stored()).toMatchObject({ state: 'FAILED' });
    expect(await peopleOf(phone, false)).toHaveLength(1);
  });

  it('about a message that we have not noted prevent a second one', async () => {
    auth.set('whatsapp_template', 'nouvelles_du_colis');
    await startWorker();
    const phone = newPhone();
    // The connection breaks after WhatsApp has accepted the message.
    graph.refuse = async ({ to, id, biz_opaque_callback_data }) => {
      if (`+${to}` !== phone) return undefined;
      graph.refuse = async () => undefined;
      await report(id, 'sent', { biz_opaque_callback_data });
      await until(async () => expect(await notify.database.delivery.count({ where: { messageId: id } })).toBe(1));
      return { status: 502 };
    };
    await changed(changeOf(newOrder(), consented(phone)));
    await until(async () =>
      expect(await notify.database.delivery.findFirst({ where: { recipient: phone } })).toMatchObject({
        state: 'SENT',
      }),
    );
    expect(graph.sentTo(phone)).toEqual([]);
    expect(await peopleOf(phone, true)).toHaveLength(1);
  });
});

it('numbers that have not written for a year are forgotten, except that they said STOP', async () => {
  const [old, stopped] = [newPhone(), newPhone()];
  const lastMessageAt = new Date(Date.now() - 366 * 24 * 3_600_000);
  await notify.database.whatsappContact.createMany({
    data: [
      { phone: old, lastMessageAt },
      { phone: stopped, lastMessageAt, stoppedAt: lastMessageAt },
    ],
  });
  await removeOldContacts(notify.database);
  const left = await notify.database.whatsappContact.findMany({ where: { phone: { in: [old, stopped] } } });
  expect(left.map(({ phone }) => phone)).toEqual([stopped]);
});

it('numbers of a former plan are read once, with their wishes, follows and changes [READ-006]', async () => {
  const { database } = notify;
  const [former, present] = ['+22996111111', '+2290196111111'];
  const stoppedAt = new Date('2026-11-01T00:00:00Z');
  await database.whatsappContact.create({
    data: { phone: former, stoppedAt, follows: { create: [{ orderId: 1 }, { orderId: 2 }] } },
  });
  await database.whatsappContact.create({ data: { phone: present, follows: { create: { orderId: 2 } } } });
  const change = { orderId: 1, reference: 'FC-1', title: 'Livrée', occurredAt: stoppedAt };
  for (const phone of [former, present]) {
    await database.personToTell.create({ data: { phone, changes: { create: { ...change, eventId: newNumber() } } } });
  }
  await readStoredPhones(database);
  expect(
    await database.whatsappContact.findMany({
      where: { phone: { in: [former, present] } },
      include: { follows: true },
    }),
  ).toMatchObject([{ phone: present, stoppedAt, follows: [{ orderId: 2 }, { orderId: 1 }] }]);
  const people = await database.personToTell.findMany({
    where: { phone: { in: [former, present] } },
    include: { changes: true },
  });
  expect(people).toMatchObject([{ phone: present, changes: [{ reference: 'FC-1' }, { reference: 'FC-1' }] }]);
});

describe('a number that an account had before', () => {
  it.each([
    ['is told that it was removed, within a day of its last message', ['Bonjour'], 1],
    ['is told nothing when it never wrote', [], 0],
    ['is told nothing once it wants no messages', ['Bonjour', 'STOP'], 0],
  ])('%s', async (_what, messages, count) => {
    await startWorker();
    const phone = newPhone();
    for (const [index, message] of messages.entries()) {
      await write(phone, message);
      await untilReplied(phone, index + 1);
    }
    const former = { phone, wasVerified: true };
    const change = { userId: newNumber(), at: new Date().toISOString(), verifiedPhone: null, former };
    await notify.untilHandled(await publish('user.phone-changed', change));
    const text = { startsWith: "Ce numéro n'est plus celui d'un compte FasoColis." };
    expect(await notify.database.delivery.count({ where: { recipient: phone, text } })).toBe(count);
  });

  it('leaves the list of people to tell about the orders of that account', async () => {
    await startWorker();
    const [phone, ownerId] = [newPhone(), newNumber()];
    auth.addPhone(ownerId, phone);
    await changed(changeOf(newOrder(), { ownerId }));
    await until(async () => expect(await peopleOf(phone, false)).toHaveLength(1));
    const former = { phone, wasVerified: false };
    const change = { userId: ownerId, at: new Date().toISOString(), verifiedPhone: null, former };
    await notify.untilHandled(await publish('user.phone-changed', change));
    expect(await peopleOf(phone, false)).toEqual([]);
  });
});

describe('the deletion of an account', () => {
  it.each([
    ['wrote itself', async (phone: string) => write(phone, `SUIVI ${newOrder().reference}`)],
    ['wrote STOP', async (phone: string) => write(phone, 'STOP')],
    [
      'was stopped by staff',
      async (phone: string) => {
        await notify.database.whatsappContact.create({ data: { phone, stoppedAt: new Date(), stoppedBy: 1 } });
      },
    ],
  ])('leaves the choices of a number that it claimed and that %s [SEC-026]', async (_what, choose) => {
    await startWorker();
    const [phone, userId] = [newPhone(), newNumber()];
    auth.addPhone(userId, phone);
    await changed(changeOf(newOrder(), { ownerId: userId }));
    await until(async () => expect(await peopleOf(phone, false)).toHaveLength(1));
    await choose(phone);
    const read = () =>
      notify.database.whatsappContact.findUnique({ where: { phone }, include: { follows: true, messages: true } });
    await until(async () => expect(await read()).toBeTruthy());
    const before = await read();
    const eventId = await publish('user.deleted', { userId, verifiedEmail: null, confirmTo: [] });
    await until(async () =>
      expect(await notify.database.processedEvent.findUnique({ where: { eventId } })).toBeTruthy(),
    );
    expect(await read()).toEqual(before);
    expect(await peopleOf(phone, false)).toEqual([]);
  });
});

describe('an installation without the Cloud API', () => {
  it('has no webhook and calls nothing [WA-005]', async () => {
    const plain = await startNotify();
    try {
      expect((await call(plain.app, { url: '/api/whatsapp' })).json()).toEqual({ isEnabled: false });
      const { body, headers } = webhook({ messages: [textFrom(newPhone(), 'STOP')] });
      const request = { method: 'POST', url: '/api/whatsapp/webhook', payload: body, headers } as const;
      expect((await call(plain.app, request)).statusCode).toBe(404);
      const before = graph.requests;
      const { WHATSAPP_API_URL } = graphEnvironment(graph);
      const surroundings = { notify: plain, authUrl: auth.url, smtpUrl: 'smtp://127.0.0.1:9' };
      await startDeliveryWorker({ ...surroundings, env: { WHATSAPP_API_URL } });
      const phone = newPhone();
      const eventId = await publish('order.history-extended', extensionBy(changeOf(newOrder(), consented(phone))));
      await until(async () =>
        expect(await plain.database.processedEvent.findUnique({ where: { eventId } })).toBeTruthy(),
      );
      expect(await plain.database.delivery.count()).toBe(0);
      expect(await plain.database.personToTell.count({ where: { phone } })).toBe(1);
      expect(graph.requests).toBe(before);
    } finally {
      await plain.close();
    }
  });

  it('does not start with a part of the settings', () => {
    const env = environmentOf({ notify, authUrl: auth.url, smtpUrl: 'smtp://127.0.0.1:9' });
    expect(whatsappOf(loadWorkerConfig({ ...env, WHATSAPP_TOKEN: '' }))).toBeNull();
    expect(() => loadWorkerConfig({ ...env, WHATSAPP_TOKEN: 'x' })).toThrow('WhatsApp also needs');
  });
});
