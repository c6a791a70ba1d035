import { PRODUCT_NAME } from '@fasocolis/contracts/brand';
import { INVITATION_DAYS } from '@fasocolis/contracts/team';
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
  validity: string;
  /** For recipients who did not request the email. */
  unasked: string;
}

export function renderLinkEmail({ invitation, validity, unasked, ...email }: LinkEmail): RenderedEmail {
  const copied = html`Si le bouton ne s'ouvre pas, copiez ce lien dans votre navigateur\u00a0:<br><a href="${email.link}" style="color:#14532d;word-break:break-all">${email.link}</a>`;
  return renderEmail({ ...email, paragraphs: [invitation], notes: [note(validity), { html: copied }, note(unasked)] });
}

export function agentInvitationEmail({ username, ...data }: LinkEmailData & { username: string }): RenderedEmail {
  return renderLinkEmail({
    ...data,
    subject: `Invitation dans l'équipe ${PRODUCT_NAME}`,
    invitation: `L'administrateur de ${PRODUCT_NAME} vous invite dans son équipe. Choisissez votre mot de passe, puis connectez-vous avec cette adresse email ou votre nom d'utilisateur, ${username}. Vous arriverez sur l'écran «\u00a0Commandes\u00a0».`,
    button: "Accepter l'invitation",
    validity: `Ce lien est valable ${INVITATION_DAYS} jours et ne sert qu'une fois. Après ce délai, demandez une nouvelle invitation à l'administrateur.`,
    unasked: 'Cette invitation ne vous concerne pas\u00a0? Ignorez cet e-mail. Ne transmettez ce lien à personne.',
  });
}

export function emailVerificationEmail(data: LinkEmailData): RenderedEmail {
  return renderLinkEmail({
    ...data,
    subject: 'Vérification de votre adresse email',
    invitation: `Cette adresse a été donnée pour un compte ${PRODUCT_NAME}. Confirmez qu'elle est bien la vôtre\u00a0:`,
    button: 'Confirmer mon adresse',
    validity: 'Ce lien est valable 24 heures.',
    unasked:
      "Vous n'avez pas de compte chez nous\u00a0? Ignorez cet e-mail\u00a0: sans confirmation, cette adresse ne sera pas vérifiée.",
  });
}

export function passwordResetEmail(data: LinkEmailData): RenderedEmail {
  return renderLinkEmail({
    ...data,
    subject: 'Réinitialisation de votre mot de passe',
    invitation: `Vous avez demandé un nouveau mot de passe pour votre compte ${PRODUCT_NAME}. Choisissez-le ici\u00a0:`,
    button: 'Choisir un mot de passe',
    validity: "Ce lien est valable 1 heure et ne sert qu'une fois.",
    unasked:
      "Vous n'avez rien demandé\u00a0? Ignorez cet e-mail\u00a0: votre mot de passe reste le même. Ne transmettez ce lien à personne.",
  });
}
