import { PRODUCT_NAME } from '@fasocolis/contracts/brand';
import { html } from './html.ts';
import { type RenderedMail, renderMail } from './layout.ts';

interface NotificationMailData {
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

export function statusMail({
  firstName,
  title,
  body,
  reference,
  link,
  unsubscribeLink,
}: NotificationMailData & { reference: string }): RenderedMail {
  return renderMail({
    firstName,
    subject: `${title} : ${reference}`,
    paragraphs: [`Il y a du nouveau pour votre colis\u00a0! Son statut est maintenant «\u00a0${title}\u00a0».`, body],
    link,
    button: 'Suivre mon colis',
    notes: waysOut(unsubscribeLink),
  });
}

export function announcementMail({
  firstName,
  title,
  body,
  link,
  unsubscribeLink,
}: NotificationMailData): RenderedMail {
  return renderMail({
    firstName,
    subject: title,
    paragraphs: [body],
    link,
    button: 'Voir mes notifications',
    notes: waysOut(unsubscribeLink),
  });
}
