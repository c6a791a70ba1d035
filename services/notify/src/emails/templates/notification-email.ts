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

const unsubscribeNotes = (link: string) => [
  {
    html: html`${WHY} <a href="${link}" style="color:#14532d">${UNSUBSCRIBE}</a>`,
    text: `${WHY}\n${UNSUBSCRIBE}\u00a0: ${link}`,
  },
];

interface OrderEmailData extends NotificationEmailData {
  reference: string;
  /** Whether the title is the new status. */
  isStatus: boolean;
}

export function orderEmail({
  firstName,
  title,
  body,
  reference,
  isStatus,
  link,
  unsubscribeLink,
}: OrderEmailData): RenderedEmail {
  const introduction = 'Il y a du nouveau pour votre colis\u00a0!';
  const quoted = `«\u00a0${title}\u00a0»`;
  return renderEmail({
    firstName,
    subject: `${title} : ${reference}`,
    paragraphs: [isStatus ? `${introduction} Son statut est maintenant ${quoted}.` : introduction, body],
    link,
    button: 'Suivre mon colis',
    notes: unsubscribeNotes(unsubscribeLink),
  });
}

/** About several orders, which the body names. */
export function ordersEmail({ firstName, title, body, link, unsubscribeLink }: NotificationEmailData): RenderedEmail {
  return renderEmail({
    firstName,
    subject: `${title} : vos colis`,
    paragraphs: ['Il y a du nouveau pour vos colis\u00a0!', body],
    link,
    button: 'Voir mes notifications',
    notes: unsubscribeNotes(unsubscribeLink),
  });
}

export function broadcastEmail({
  firstName,
  title,
  body,
  link,
  unsubscribeLink,
}: NotificationEmailData): RenderedEmail {
  return renderEmail({
    firstName,
    subject: title,
    paragraphs: [body],
    link,
    button: 'Voir mes notifications',
    notes: unsubscribeNotes(unsubscribeLink),
  });
}
