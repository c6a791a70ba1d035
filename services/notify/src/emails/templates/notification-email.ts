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

const waysOut = (link: string) => [
  {
    html: html`${WHY} <a href="${link}" style="color:#14532d">${UNSUBSCRIBE}</a>`,
    text: `${WHY}\n${UNSUBSCRIBE}\u00a0: ${link}`,
  },
];

/** About another status of an order, or news under the same one. */
export function statusEmail({
  firstName,
  title,
  body,
  reference,
  link,
  unsubscribeLink,
  isNews,
}: NotificationEmailData & { reference: string; isNews: boolean }): RenderedEmail {
  const status = isNews ? '' : ` Son statut est maintenant «\u00a0${title}\u00a0».`;
  return renderEmail({
    firstName,
    subject: `${title} : ${reference}`,
    paragraphs: [`Il y a du nouveau pour votre colis\u00a0!${status}`, body],
    link,
    button: 'Suivre mon colis',
    notes: waysOut(unsubscribeLink),
  });
}

export function announcementEmail({
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
    notes: waysOut(unsubscribeLink),
  });
}
