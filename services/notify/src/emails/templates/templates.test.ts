import type { EmailToken } from '@fasocolis/contracts/email';
import { describe, expect, it } from 'vitest';
import { accountEmail } from './account-emails.ts';
import { broadcastEmail, orderEmail } from './notification-email.ts';

const link = 'https://colis.example.com/x?token=abc';

const render = (kind: EmailToken['kind'], { firstName = '', username = '' } = {}) => {
  const account = { userId: 1, email: 'awa@example.com', firstName, username, token: 'abc', expiresAt: '' };
  return accountEmail({ kind, provider: 'google', ...account } as EmailToken, () => link);
};

describe.each([
  [
    'reset',
    'password-reset',
    'Réinitialisation de votre mot de passe',
    '1 heure',
    'Vous avez demandé un nouveau mot de passe',
  ],
  [
    'verification',
    'email-verification',
    'Vérification de votre adresse email',
    '24 heures',
    'Cette adresse a été donnée pour un compte',
  ],
  ['invitation', 'agent-invitation', "Invitation dans l'équipe FasoColis", '7 jours', 'vous invite dans son équipe'],
] as const)('the %s email', (_name, kind, subject, validity, invitation) => {
  it('has in both forms the name, its reason, the link, its lifetime and advice for recipients who did not request it', () => {
    const email = render(kind, { firstName: 'Awa', username: 'awa.kabore' });
    expect(email.subject).toBe(subject);
    for (const form of [email.html.replaceAll('&#39;', "'"), email.text]) {
      expect(form).toContain('Bonjour Awa,');
      expect(form).toContain(link);
      expect(form).toContain(invitation);
      expect(form).toContain(validity);
      expect(form).toContain('Ignorez cet e-mail');
      expect(form).toContain('FasoColis');
    }
    expect(email.html).toContain(`<a href="${link}"`);
    expect(email.html).toContain(`>${link}</a>`);
  });

  it('has a greeting without a name when there is none', () => {
    expect(render(kind, { firstName: ' ' }).text).toMatch(/^Bonjour,\n/);
  });

  it('escapes a name in HTML only', () => {
    const firstName = `<script>alert("&'")</script>`;
    const email = render(kind, { firstName });
    expect(email.html).toContain('Bonjour &lt;script&gt;alert(&quot;&amp;&#39;&quot;)&lt;/script&gt;,');
    expect(email.html).not.toContain('<script');
    expect(email.text).toContain(`Bonjour ${firstName},`);
  });
});

describe('emails about changes of an account', () => {
  it.each([
    ['e-mail', render('email-changed'), "L'adresse email de votre compte a changé", '72 heures'],
    ['password', render('password-changed'), 'Votre mot de passe a changé', "Si ce n'est pas vous"],
    ['provider', render('provider-linked'), 'Connexion avec Google ajoutée à votre compte', "si ce n'est pas vous"],
    ['second factor on', render('second-factor-enabled'), 'Validation en deux étapes activée', "Si ce n'est pas vous"],
    [
      'second factor off',
      render('second-factor-disabled'),
      'Validation en deux étapes désactivée',
      "Si ce n'est pas vous",
    ],
    [
      'wrong codes [SEC-029]',
      render('second-factor-guessed'),
      'Des codes incorrects après votre mot de passe',
      "Si ce n'est pas vous",
    ],
    ['recovery codes', render('recovery-codes-renewed'), 'Vos codes de secours ont changé', "Si ce n'est pas vous"],
  ])(
    'name in both forms the change, with advice in case another person made it: %s',
    (_name, email, subject, advice) => {
      expect(email.subject).toBe(subject);
      for (const form of [email.html.replaceAll('&#39;', "'"), email.text]) {
        expect(form).toContain('Bonjour,');
        expect(form).toContain(link);
        expect(form).toContain(advice);
      }
    },
  );
});

describe('emails about notifications', () => {
  const data = {
    firstName: 'Awa',
    title: 'En Transit',
    body: 'FC-1 : Parti\nde Guangzhou <b>',
    link: 'https://colis.example.com/?tracking=FC-1',
    unsubscribeLink: 'https://colis.example.com/desabonnement?token=1.abc',
  };

  it.each([
    ['status', orderEmail({ ...data, reference: 'FC-1', isStatus: true }), 'En Transit : FC-1'],
    ['news', orderEmail({ ...data, reference: 'FC-1', isStatus: false }), 'En Transit : FC-1'],
    ['announcement', broadcastEmail(data), 'En Transit'],
  ])('have in both forms the message, a link to it and an unsubscribe link: %s', (_name, email, subject) => {
    expect(email.subject).toBe(subject);
    for (const form of [email.html, email.text]) {
      expect(form).toContain('Bonjour Awa,');
      expect(form).toContain(data.link);
      expect(form).toContain(data.unsubscribeLink);
      expect(form).toContain('Ne plus recevoir ces emails');
    }
    expect(email.text).toContain(data.body);
    expect(email.html).toContain('Parti\nde Guangzhou &lt;b&gt;');
    expect(email.html).not.toContain('<b>');
  });
});

it('an invitation names the team, the username and the first screen [OFF-013]', () => {
  const email = render('agent-invitation', { firstName: 'Issa', username: 'issa.sanou' });
  for (const form of [email.html.replaceAll('&#39;', "'"), email.text]) {
    expect(form).toContain("L'administrateur de FasoColis vous invite dans son équipe");
    expect(form).toContain("votre nom d'utilisateur, issa.sanou");
    expect(form).toContain("l'écran «\u00a0Commandes\u00a0»");
  }
});
