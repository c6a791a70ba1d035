import { PRODUCT_NAME } from '@fasocolis/contracts/brand';
import { INVITATION_DAYS } from '@fasocolis/contracts/team';
import type { RenderedEmail } from './layout.ts';
import { type LinkEmailData, renderLinkEmail } from './link-email.ts';

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
