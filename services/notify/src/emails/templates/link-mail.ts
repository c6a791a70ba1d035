import { html } from './html.ts';
import { note, type RenderedMail, renderMail } from './layout.ts';

/** Whom a mail with a link is for, and where its link leads. */
export interface LinkMailData {
  firstName: string;
  link: string;
}

interface LinkMail extends LinkMailData {
  subject: string;
  /** What happened, and what to do. */
  invitation: string;
  button: string;
  /** How long and how often the link works. */
  validity: string;
  /** What to do when one did not ask for the mail. */
  unasked: string;
}

/** A mail about one link, which is also there bare for those whose reader shows no button. */
export function renderLinkMail({ invitation, validity, unasked, ...mail }: LinkMail): RenderedMail {
  const copied = html`Si le bouton ne s'ouvre pas, copiez ce lien dans votre navigateur\u00a0:<br><a href="${mail.link}" style="color:#14532d;word-break:break-all">${mail.link}</a>`;
  return renderMail({ ...mail, paragraphs: [invitation], notes: [note(validity), { html: copied }, note(unasked)] });
}
