import { html } from './html.ts';
import { note, type RenderedEmail, renderEmail } from './layout.ts';

export interface LinkEmailData {
  firstName: string;
  link: string;
}

interface LinkEmail extends LinkEmailData {
  subject: string;
  invitation: string;
  button: string;
  /** How long and how often the link works. */
  validity: string;
  /** For recipients who did not request the email. */
  unasked: string;
}

/** An email about one link, also shown as text for email programs without buttons. */
export function renderLinkEmail({ invitation, validity, unasked, ...email }: LinkEmail): RenderedEmail {
  const copied = html`Si le bouton ne s'ouvre pas, copiez ce lien dans votre navigateur\u00a0:<br><a href="${email.link}" style="color:#14532d;word-break:break-all">${email.link}</a>`;
  return renderEmail({ ...email, paragraphs: [invitation], notes: [note(validity), { html: copied }, note(unasked)] });
}
