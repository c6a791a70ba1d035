import { describe, expect, it } from 'vitest';
import { changedFields, changedName, writtenValues } from './change-words.ts';

describe('a logged change', () => {
  it.each([
    ['status', 'ARRIVED', 'Statut\u00a0: Arrivée au Burkina'],
    ['kind', 'waiting', 'Type\u00a0: Attente'],
    ['mode', 'SEA', 'Transport\u00a0: Bateau'],
    ['departureDate', '2026-12-01', 'Départ\u00a0: 01/12/2026'],
    ['weightGrams', 12_345, 'Poids\u00a0: 12,345\u00a0kg'],
    ['amount', 26_400, 'Montant\u00a0: 26\u202f400\u00a0FCFA'],
    ['price', '1 000 FCFA', 'Prix\u00a0: 1 000 FCFA'],
    ['unit', 'm3', 'Unité\u00a0: m³'],
    ['archivedAt', '2026-11-28T10:00:00.000Z', 'Archivé le\u00a0: 28/11/2026'],
    ['occurredAt', '2026-11-28T10:00:00.000Z', 'Passé le\u00a0: 28/11/2026'],
    ['isActive', false, 'Actif\u00a0: non'],
    ['images', `${'x'.repeat(43)}\nhttps://a.example/1.jpg`, 'Images\u00a0: image xxxxxx, https://a.example/1.jpg'],
    ['specifications', '[["Poids","45 g"],["Taille","M"]]', 'Spécifications\u00a0: Poids, 45 g ; Taille, M'],
    ['value', '[{"mode":"AIR","city":"Canton","recipient":null}]', 'Valeur\u00a0: Avion, Canton'],
    ['value', '[Promo] Ouvert demain', 'Valeur\u00a0: [Promo] Ouvert demain'],
  ])('of %s to %j is written in French', (field, value, words) => {
    expect(changedFields({ before: null, after: { [field]: value } })).toEqual([words]);
  });

  it.each([
    ['setting', 'product_detail_paragraph', 'Paragraphe des produits'],
    ['setting', 'tell_text', 'Message WhatsApp'],
    ['setting', 'payments', 'Paiements'],
    ['setting', 'credit-12', 'Crédit du client n° 12'],
    ['setting', 'former_key', 'former_key'],
    ['order', 'payments', 'payments'],
  ] as const)('of the %s "%s" is one of "%s"', (subject, name, words) => {
    expect(changedName({ subject, name })).toBe(words);
  });

  it('of a page says that its content changed', () => {
    const times = {
      before: { lastUpdated: '2026-11-28T10:00:00.000Z' },
      after: { lastUpdated: '2026-11-28T11:00:00.000Z' },
    };
    expect(changedFields(times)).toEqual(['Contenu\u00a0: modifié']);
  });

  it('has the given names of statuses', () => {
    const names = (status: string) => ({ CUSTOMS: 'Contrôle douanier' })[status] ?? status;
    const change = { before: { status: 'CUSTOMS' }, after: { status: 'LOST' } };
    expect(changedFields(change, names)).toEqual(['Statut\u00a0: Contrôle douanier → LOST']);
    expect(writtenValues(change.before, names)).toBe('Statut\u00a0: Contrôle douanier');
  });

  it('keeps a field without a label in the list of all values', () => {
    expect(writtenValues({ mode: 'AIR', former: 3 })).toBe('Transport\u00a0: Avion\nformer\u00a0: 3');
  });
});
