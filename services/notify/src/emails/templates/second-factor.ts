import { PRODUCT_NAME } from '@fasocolis/contracts/brand';
import { note, type RenderedEmail, renderEmail } from './layout.ts';
import type { LinkEmailData } from './link-emails.ts';

const CHANGES = {
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
};

export function secondFactorEmail(kind: keyof typeof CHANGES, data: LinkEmailData): RenderedEmail {
  const { subject, change } = CHANGES[kind];
  return renderEmail({
    ...data,
    subject,
    paragraphs: [change, "Si ce n'est pas vous, choisissez tout de suite un nouveau mot de passe\u00a0:"],
    button: 'Choisir un nouveau mot de passe',
    notes: [note("C'est bien vous\u00a0? Vous n'avez rien à faire.")],
  });
}
