import { describe, expect, it } from 'vitest';
import { emailChangedMail, passwordChangedMail, providerLinkedMail } from './account-changes.ts';
import { emailVerificationMail } from './email-verification.ts';
import { announcementMail, statusMail } from './notification-email.ts';
import { passwordResetMail } from './password-reset.ts';

const link = 'https://colis.example.com/x?token=abc';

describe.each([
  ['reset', passwordResetMail, 'Réinitialisation de votre mot de passe', '1 heure'],
  ['verification', emailVerificationMail, 'Vérification de votre adresse email', '24 heures'],
])('the %s mail', (_name, render, subject, validity) => {
  it('says in both forms whom it greets, where its link leads, how long it works and what to do unasked', () => {
    const mail = render({ firstName: 'Awa', link });
    expect(mail.subject).toBe(subject);
    for (const form of [mail.html.replaceAll('&#39;', "'"), mail.text]) {
      expect(form).toContain('Bonjour Awa,');
      expect(form).toContain(link);
      expect(form).toContain(validity);
      expect(form).toContain('Ignorez cet e-mail');
      expect(form).toContain('FasoColis');
    }
    expect(mail.html).toContain(`<a href="${link}"`);
    expect(mail.html).toContain(`>${link}</a>`);
  });

  it('greets without a name where there is none', () => {
    expect(render({ firstName: ' ', link }).text).toMatch(/^Bonjour,\n/);
  });

  it('escapes a name in HTML and leaves it alone in plain text', () => {
    const firstName = `<script>alert("&'")</script>`;
    const mail = render({ firstName, link });
    expect(mail.html).toContain('Bonjour &lt;script&gt;alert(&quot;&amp;&#39;&quot;)&lt;/script&gt;,');
    expect(mail.html).not.toContain('<script');
    expect(mail.text).toContain(`Bonjour ${firstName},`);
  });
});

describe('mails about changes of an account', () => {
  it.each([
    ['e-mail', emailChangedMail({ firstName: '', link }), "L'adresse email de votre compte a changé", '72 heures'],
    ['password', passwordChangedMail({ firstName: '', link }), 'Votre mot de passe a changé', "Si ce n'est pas vous"],
    [
      'provider',
      providerLinkedMail({ firstName: '', link, provider: 'Google' }),
      'Connexion avec Google ajoutée à votre compte',
      "si ce n'est pas vous",
    ],
  ])('say in both forms what changed and what to do when it was another person: %s', (_name, mail, subject, advice) => {
    expect(mail.subject).toBe(subject);
    for (const form of [mail.html.replaceAll('&#39;', "'"), mail.text]) {
      expect(form).toContain('Bonjour,');
      expect(form).toContain(link);
      expect(form).toContain(advice);
    }
  });
});

describe('mails about notifications', () => {
  const data = {
    firstName: 'Awa',
    title: 'En Transit',
    body: 'FC-1 : Parti\nde Guangzhou <b>',
    link: 'https://colis.example.com/?tracking=FC-1',
    unsubscribeLink: 'https://colis.example.com/desabonnement?token=1.abc',
  };

  it.each([
    ['status', statusMail({ ...data, reference: 'FC-1' }), 'En Transit : FC-1'],
    ['announcement', announcementMail(data), 'En Transit'],
  ])(
    'say in both forms what there is to say, where it is shown, and how to end such mails: %s',
    (_name, mail, subject) => {
      expect(mail.subject).toBe(subject);
      for (const form of [mail.html, mail.text]) {
        expect(form).toContain('Bonjour Awa,');
        expect(form).toContain(data.link);
        expect(form).toContain(data.unsubscribeLink);
        expect(form).toContain('Ne plus recevoir ces emails');
      }
      expect(mail.text).toContain(data.body);
      expect(mail.html).toContain('Parti\nde Guangzhou &lt;b&gt;');
      expect(mail.html).not.toContain('<b>');
    },
  );
});
