import { html } from './html.ts';
import { note, type RenderedMail, renderMail } from './layout.ts';

export interface LinkMailData {
  firstName: string;
  link: string;
}

interface LinkMail extends LinkMailData {
  subject: string;
  invitation: string;
  button: string;
  /** How long and how often the link works. */
  validity: string;
  /** For recipients who did not request the email. */
  unasked: string;
}

/** An email about one link, also shown as text for mail clients without buttons. */
export function renderLinkMail({ invitation, validity, unasked, ...mail }: LinkMail): RenderedMail {
  const copied = html`Si le bouton ne s'ouvre pas, copiez ce lien dans votre navigateur\u00a0:<br><a href="${mail.link}" style="color:#14532d;word-break:break-all">${mail.link}</a>`;
  return renderMail({ ...mail, paragraphs: [invitation], notes: [note(validity), { html: copied }, note(unasked)] });
}
