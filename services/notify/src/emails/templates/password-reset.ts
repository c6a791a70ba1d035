import { PRODUCT_NAME } from '@fasocolis/contracts/brand';
import type { RenderedEmail } from './layout.ts';
import { type LinkEmailData, renderLinkEmail } from './link-email.ts';

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
