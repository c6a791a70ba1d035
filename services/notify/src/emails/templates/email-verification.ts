import { PRODUCT_NAME } from '@fasocolis/contracts/brand';
import { type LinkMailData, type RenderedMail, renderLinkMail } from './layout.ts';

/** Asks the owner of an address to confirm it. */
export function emailVerificationMail(data: LinkMailData): RenderedMail {
  return renderLinkMail({
    ...data,
    subject: 'Vérification de votre adresse email',
    invitation: `Cette adresse a été donnée pour un compte ${PRODUCT_NAME}. Confirmez qu'elle est bien la vôtre\u00a0:`,
    button: 'Confirmer mon adresse',
    validity: 'Ce lien est valable 24 heures.',
    unasked:
      "Vous n'avez pas de compte chez nous\u00a0? Ignorez cet e-mail\u00a0: sans confirmation, cette adresse ne sera pas vérifiée.",
  });
}
