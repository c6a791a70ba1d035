import { PRODUCT_NAME } from '@fasocolis/contracts/brand';
import { note, type RenderedEmail, renderEmail } from './layout.ts';
import { type LinkEmailData, renderLinkEmail } from './link-emails.ts';

export function emailChangedEmail(data: LinkEmailData): RenderedEmail {
  return renderLinkEmail({
    ...data,
    subject: "L'adresse email de votre compte a changé",
    invitation: `L'adresse email de votre compte ${PRODUCT_NAME} vient d'être remplacée par une autre. Si vous n'avez rien demandé, annulez ce changement ici\u00a0:`,
    button: "Ce n'est pas moi",
    validity: "Ce lien est valable 72 heures et ne sert qu'une fois.",
    unasked: "C'est bien vous\u00a0? Ignorez cet e-mail. Ne transmettez ce lien à personne.",
  });
}

export function passwordChangedEmail(data: LinkEmailData): RenderedEmail {
  return renderEmail({
    ...data,
    subject: 'Votre mot de passe a changé',
    paragraphs: [
      `Le mot de passe de votre compte ${PRODUCT_NAME} vient d'être changé. Les autres appareils ont été déconnectés.`,
      "Si ce n'est pas vous, choisissez tout de suite un nouveau mot de passe\u00a0:",
    ],
    button: 'Choisir un nouveau mot de passe',
    notes: [note("C'est bien vous\u00a0? Vous n'avez rien à faire.")],
  });
}

export function phoneChangedEmail(data: LinkEmailData): RenderedEmail {
  return renderEmail({
    ...data,
    subject: 'Le numéro de téléphone de votre compte a changé',
    paragraphs: [
      `Le numéro de téléphone de votre compte ${PRODUCT_NAME} vient d'être changé. L'ancien numéro ne permet plus de se connecter, et ses colis ne sont plus dans votre compte.`,
      "Si ce n'est pas vous, choisissez tout de suite un nouveau mot de passe, puis remettez votre numéro dans votre profil\u00a0:",
    ],
    button: 'Choisir un nouveau mot de passe',
    notes: [note("C'est bien vous\u00a0? Vous n'avez rien à faire.")],
  });
}

export function providerLinkedEmail({ provider, ...data }: LinkEmailData & { provider: string }): RenderedEmail {
  return renderEmail({
    ...data,
    subject: `Connexion avec ${provider} ajoutée à votre compte`,
    paragraphs: [
      `Vous pouvez maintenant vous connecter à votre compte ${PRODUCT_NAME} avec ${provider}.`,
      "Un mot de passe choisi avant que votre adresse soit vérifiée ne fonctionne plus. Pour en choisir un nouveau, ou si ce n'est pas vous, demandez un lien\u00a0:",
    ],
    button: 'Choisir un nouveau mot de passe',
    notes: [note('Vous pouvez retirer ce moyen de connexion dans votre profil, onglet «\u00a0Mot de Passe\u00a0».')],
  });
}

export function accountDeletedEmail(data: LinkEmailData): RenderedEmail {
  return renderEmail({
    ...data,
    subject: 'Votre compte est supprimé',
    paragraphs: [
      `Vous avez supprimé votre compte ${PRODUCT_NAME}. Vos notifications et vos autres données ont disparu de nos services. Vos colis restent trouvables par leur numéro, sans votre nom, votre téléphone ni vos messages. Nos sauvegardes les perdent à leur tour quand elles arrivent à leur terme.`,
      'Ceci est notre dernier e-mail. Vous pouvez toujours suivre un colis avec son numéro, sans compte\u00a0:',
    ],
    button: 'Suivre un colis',
    notes: [note("Ce n'est pas vous\u00a0? Écrivez-nous avec le formulaire de contact du site.")],
  });
}
