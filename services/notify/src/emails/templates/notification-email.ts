import { PRODUCT_NAME } from '@fasocolis/contracts/brand';
import { html } from './html.ts';
import { type RenderedEmail, renderEmail } from './layout.ts';

interface NotificationEmailData {
  firstName: string;
  title: string;
  body: string;
  link: string;
  unsubscribeLink: string;
}

const WHY = `Vous recevez cet email parce que les notifications par email sont activées sur votre compte ${PRODUCT_NAME}.`;
const UNSUBSCRIBE = 'Ne plus recevoir ces emails';

const renderUnsubscribable = (
  { firstName, link, unsubscribeLink }: NotificationEmailData,
  content: { subject: string; paragraphs: string[]; button: string },
): RenderedEmail => {
  const text = `${WHY}\n${UNSUBSCRIBE}\u00a0: ${unsubscribeLink}`;
  const unsubscribe = html`${WHY} <a href="${unsubscribeLink}" style="color:#14532d">${UNSUBSCRIBE}</a>`;
  return renderEmail({ firstName, link, ...content, notes: [{ html: unsubscribe, text }] });
};

interface OrderEmailData extends NotificationEmailData {
  reference: string;
  isStatus: boolean;
}

export function orderEmail(data: OrderEmailData): RenderedEmail {
  const { title, body, reference, isStatus } = data;
  const introduction = 'Il y a du nouveau pour votre colis\u00a0!';
  const quoted = `«\u00a0${title}\u00a0»`;
  return renderUnsubscribable(data, {
    subject: `${title} : ${reference}`,
    paragraphs: [isStatus ? `${introduction} Son statut est maintenant ${quoted}.` : introduction, body],
    button: 'Suivre mon colis',
  });
}

export const ordersEmail = (data: NotificationEmailData): RenderedEmail =>
  renderUnsubscribable(data, {
    subject: `${data.title} : vos colis`,
    paragraphs: ['Il y a du nouveau pour vos colis\u00a0!', data.body],
    button: 'Voir mes notifications',
  });

export const broadcastEmail = (data: NotificationEmailData): RenderedEmail =>
  renderUnsubscribable(data, { subject: data.title, paragraphs: [data.body], button: 'Voir mes notifications' });
