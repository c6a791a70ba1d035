// @vitest-environment node
import type { Delivery } from '@fasocolis/contracts/deliveries';
import { describe, expect, it } from 'vitest';
import { explainFailure, outcomeOf, recipientOf } from './delivery-words.ts';

describe('the reason of a failed email', () => {
  it.each([
    ["Can't send mail - all recipients were rejected: 550 5.1.1 User unknown", "L'adresse n'existe pas"],
    ['Message failed: 554 5.7.1 Message refused, listed by a blacklist', 'indésirable'],
    ['552 5.2.2 Mailbox full', 'La boîte du destinataire est pleine.'],
    ['452 4.2.2 Over quota', 'La boîte du destinataire est pleine.'],
    ['Invalid login: 535 5.7.8 Error: authentication failed', 'identifiant ou notre mot de passe'],
    ['connect ECONNREFUSED 10.0.0.5:25', "Le serveur d'e-mails est injoignable."],
    ['getaddrinfo ENOTFOUND smtp.example.com', "Le serveur d'e-mails est injoignable."],
    ['Unexpected socket close', "Le serveur d'e-mails est injoignable."],
    ['Greeting never received', "L'envoi n'a pas abouti."],
    ['Connection timeout', "Le serveur d'e-mails n'a pas répondu à temps."],
    ['self-signed certificate in certificate chain', 'connexion sécurisée'],
    ['Message failed: 421 4.3.2 Try again later', "demande d'attendre"],
    ['Service temporairement indisponible: 503 unavailable', 'Un service de la plateforme ne répondait pas.'],
    [null, "L'envoi n'a pas abouti."],
  ])('is explained in plain words for "%s"', (lastError, words) => {
    expect(explainFailure(lastError)).toContain(words);
  });
});

describe('the state of an email', () => {
  const delivery: Delivery = {
    id: '0197a1c2-6f1e-4c55-b5de-2d7c8f1f0a11',
    channel: 'email',
    kind: 'order-status',
    recipient: 'awa@example.com',
    userId: 7,
    references: [],
    dropReason: null,
    state: 'pending',
    attempts: 0,
    lastError: null,
    requestId: null,
    createdAt: '2026-03-05T14:07:00.000Z',
    sentAt: null,
  };

  it('is described in a sentence', () => {
    expect(outcomeOf(delivery)).toBe('Part dans un instant');
    expect(outcomeOf({ ...delivery, state: 'sent', sentAt: '2026-03-05T14:07:00.000Z' })).toBe(
      'Envoyé le 5 mars 2026 à 14:07 (GMT)',
    );
    expect(outcomeOf({ ...delivery, state: 'dropped' })).toBe('Non envoyé\u00a0: plus nécessaire');
    const dropped = { ...delivery, state: 'dropped', dropReason: 'unverified-address' } as const;
    expect(outcomeOf(dropped)).toBe('Non envoyé\u00a0: adresse non vérifiée');
    expect(outcomeOf({ ...delivery, state: 'failed', lastError: '550 no' })).toBe(explainFailure('550 no'));
  });

  it('names its recipient, who is unknown before it is sent', () => {
    expect(recipientOf(delivery)).toBe('awa@example.com');
    expect(recipientOf({ ...delivery, recipient: null })).toBe("Adresse connue à l'envoi");
  });

  it('includes that it will be retried, and the number of attempts', () => {
    const waiting = { ...delivery, lastError: 'connect ECONNREFUSED' };
    expect(outcomeOf({ ...waiting, attempts: 1 })).toBe(
      "Le serveur d'e-mails est injoignable. Nouvel essai automatique (1 fait).",
    );
    expect(outcomeOf({ ...waiting, attempts: 3 })).toMatch(/\(3 faits\)\.$/);
  });

  it.each([
    ['The push service responded with 413', 'Le service de notifications du téléphone refuse ce message.'],
    ['The push service responded with 429', "Le service de notifications du téléphone demande d'attendre."],
    ['The push service responded with 503', "Le service de notifications du téléphone demande d'attendre."],
    ['connect ECONNREFUSED 10.0.0.5:443', 'Le service de notifications du téléphone est injoignable.'],
  ])('says of a phone, after "%s", what its push service did', (lastError, words) => {
    const failed = { ...delivery, channel: 'push', recipient: 'push.example.com', state: 'failed', lastError } as const;
    expect(outcomeOf(failed)).toBe(words);
    expect(recipientOf(failed)).toBe('Téléphone (push.example.com)');
  });
});
