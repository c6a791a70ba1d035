import { PRODUCT_NAME } from '@fasocolis/contracts/brand';
import type { RenderedEmail } from './layout.ts';
import { type LinkEmailData, renderLinkEmail } from './link-email.ts';

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
