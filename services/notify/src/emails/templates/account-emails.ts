import { PROVIDER_NAMES } from '@fasocolis/contracts/auth';
import { PRODUCT_NAME } from '@fasocolis/contracts/brand';
import type { EmailToken } from '@fasocolis/contracts/email';
import { ENTRY_PAGES } from '@fasocolis/contracts/site-paths';
import { INVITATION_DAYS } from '@fasocolis/contracts/team';
import { html } from './html.ts';
import { note, type RenderedEmail, renderEmail } from './layout.ts';

interface LinkEmail {
  subject: string;
  invitation: string;
  button: string;
  page: string;
  validity: string;
  /** For recipients who did not request the email. */
  unasked: string;
}

/** An email about a change, whose link helps when another person made it. */
interface ChangeEmail {
  subject: string;
  change: string;
  advice?: string;
  notes?: string;
}

const emailsFor = (username: string, provider: string): Record<EmailToken['kind'], LinkEmail | ChangeEmail> => ({
  'password-reset': {
    subject: 'Réinitialisation de votre mot de passe',
    invitation: `Vous avez demandé un nouveau mot de passe pour votre compte ${PRODUCT_NAME}. Choisissez-le ici\u00a0:`,
    button: 'Choisir un mot de passe',
    page: ENTRY_PAGES.resetPassword,
    validity: "Ce lien est valable 1 heure et ne sert qu'une fois.",
    unasked:
      "Vous n'avez rien demandé\u00a0? Ignorez cet e-mail\u00a0: votre mot de passe reste le même. Ne transmettez ce lien à personne.",
  },
  'agent-invitation': {
    subject: `Invitation dans l'équipe ${PRODUCT_NAME}`,
    invitation: `L'administrateur de ${PRODUCT_NAME} vous invite dans son équipe. Choisissez votre mot de passe, puis connectez-vous avec cette adresse email ou votre nom d'utilisateur, ${username}. Vous arriverez sur l'écran «\u00a0Commandes\u00a0».`,
    button: "Accepter l'invitation",
    page: ENTRY_PAGES.resetPassword,
    validity: `Ce lien est valable ${INVITATION_DAYS} jours et ne sert qu'une fois. Après ce délai, demandez une nouvelle invitation à l'administrateur.`,
    unasked: 'Cette invitation ne vous concerne pas\u00a0? Ignorez cet e-mail. Ne transmettez ce lien à personne.',
  },
  'email-verification': {
    subject: 'Vérification de votre adresse email',
    invitation: `Cette adresse a été donnée pour un compte ${PRODUCT_NAME}. Confirmez qu'elle est bien la vôtre\u00a0:`,
    button: 'Confirmer mon adresse',
    page: ENTRY_PAGES.verifyEmail,
    validity: 'Ce lien est valable 24 heures.',
    unasked:
      "Vous n'avez pas de compte chez nous\u00a0? Ignorez cet e-mail\u00a0: sans confirmation, cette adresse ne sera pas vérifiée.",
  },
  'email-changed': {
    subject: "L'adresse email de votre compte a changé",
    invitation: `L'adresse email de votre compte ${PRODUCT_NAME} vient d'être remplacée par une autre. Si vous n'avez rien demandé, annulez ce changement ici\u00a0:`,
    button: "Ce n'est pas moi",
    page: ENTRY_PAGES.restoreEmail,
    validity: "Ce lien est valable 72 heures et ne sert qu'une fois.",
    unasked: "C'est bien vous\u00a0? Ignorez cet e-mail. Ne transmettez ce lien à personne.",
  },
  'password-changed': {
    subject: 'Votre mot de passe a changé',
    change: `Le mot de passe de votre compte ${PRODUCT_NAME} vient d'être changé. Les autres appareils ont été déconnectés.`,
  },
  'phone-changed': {
    subject: 'Le numéro de téléphone de votre compte a changé',
    change: `Le numéro de téléphone de votre compte ${PRODUCT_NAME} vient d'être changé. L'ancien numéro ne permet plus de se connecter, et ses colis ne sont plus dans votre compte.`,
    advice:
      "Si ce n'est pas vous, choisissez tout de suite un nouveau mot de passe, puis remettez votre numéro dans votre profil\u00a0:",
  },
  'provider-linked': {
    subject: `Connexion avec ${provider} ajoutée à votre compte`,
    change: `Vous pouvez maintenant vous connecter à votre compte ${PRODUCT_NAME} avec ${provider}.`,
    advice:
      "Un mot de passe choisi avant que votre adresse soit vérifiée ne fonctionne plus. Pour en choisir un nouveau, ou si ce n'est pas vous, demandez un lien\u00a0:",
    notes: 'Vous pouvez retirer ce moyen de connexion dans votre profil, onglet «\u00a0Mot de Passe\u00a0».',
  },
  'second-factor-enabled': {
    subject: 'Validation en deux étapes activée',
    change: `La validation en deux étapes de votre compte ${PRODUCT_NAME} vient d'être activée. Pour vous connecter, il faut maintenant un code de votre application. Les autres appareils ont été déconnectés.`,
  },
  'second-factor-disabled': {
    subject: 'Validation en deux étapes désactivée',
    change: `La validation en deux étapes de votre compte ${PRODUCT_NAME} vient d'être désactivée. Aucun code n'est plus demandé à la connexion.`,
  },
  'second-factor-guessed': {
    subject: 'Des codes incorrects après votre mot de passe',
    change: `Une personne qui connaît le mot de passe de votre compte ${PRODUCT_NAME} vient de saisir cinq codes incorrects. Elle n'est pas entrée dans votre compte.`,
  },
  'recovery-codes-renewed': {
    subject: 'Vos codes de secours ont changé',
    change: `Les codes de secours de votre compte ${PRODUCT_NAME} viennent d'être remplacés. Les anciens ne fonctionnent plus.`,
  },
});

const ADVICE = "Si ce n'est pas vous, choisissez tout de suite un nouveau mot de passe\u00a0:";
const NOTHING_TO_DO = "C'est bien vous\u00a0? Vous n'avez rien à faire.";

export function accountEmail(
  emailToken: EmailToken,
  linkTo: (page: string, query?: Record<string, string>) => string,
): RenderedEmail {
  const { kind, firstName, username = '', token } = emailToken;
  const email = emailsFor(username, kind === 'provider-linked' ? PROVIDER_NAMES[emailToken.provider] : '')[kind];
  const { subject } = email;
  if ('change' in email) {
    const { change, advice = ADVICE, notes = NOTHING_TO_DO } = email;
    const link = linkTo(ENTRY_PAGES.forgotPassword);
    const words = { paragraphs: [change, advice], button: 'Choisir un nouveau mot de passe', notes: [note(notes)] };
    return renderEmail({ firstName, subject, link, ...words });
  }
  const { invitation, button, page, validity, unasked } = email;
  const link = linkTo(page, { token });
  const copied = html`Si le bouton ne s'ouvre pas, copiez ce lien dans votre navigateur\u00a0:<br><a href="${link}" style="color:#14532d;word-break:break-all">${link}</a>`;
  const notes = [note(validity), { html: copied }, note(unasked)];
  return renderEmail({ firstName, subject, paragraphs: [invitation], link, button, notes });
}

export const accountDeletedEmail = (link: string): RenderedEmail =>
  renderEmail({
    firstName: '',
    subject: 'Votre compte est supprimé',
    paragraphs: [
      `Vous avez supprimé votre compte ${PRODUCT_NAME}. Vos notifications et vos autres données ont disparu de nos services. Vos colis restent trouvables par leur numéro, sans votre nom, votre téléphone ni vos messages. Nos sauvegardes les perdent à leur tour quand elles arrivent à leur terme.`,
      'Ceci est notre dernier e-mail. Vous pouvez toujours suivre un colis avec son numéro, sans compte\u00a0:',
    ],
    link,
    button: 'Suivre un colis',
    notes: [note("Ce n'est pas vous\u00a0? Écrivez-nous avec le formulaire de contact du site.")],
  });
