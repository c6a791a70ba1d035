import { describe, expect, it } from 'vitest';
import { INITIAL_STATUS, ORDER_STATUSES, statusHeadline, statusLabel } from './order-status.ts';

describe('the built-in statuses', () => {
  it('are five, in the order a parcel goes through them, each with its label [STAT-001, STAT-002, STAT-003, STAT-004, STAT-005]', () => {
    expect(ORDER_STATUSES.map((status) => [status, statusLabel(status)])).toEqual([
      ['ORDER_CONFIRMED', 'Commande Confirmée'],
      ['PROCESSING', 'En Traitement'],
      ['IN_TRANSIT', 'En Transit'],
      ['ARRIVED', 'Arrivée au Burkina'],
      ['DELIVERED', 'Livrée'],
    ]);
  });

  it('begin with the one every new order has', () => {
    expect(INITIAL_STATUS).toBe(ORDER_STATUSES[0]);
  });

  it('have a headline each [STAT-012, STAT-013, STAT-014, STAT-015, STAT-016]', () => {
    expect(ORDER_STATUSES.map(statusHeadline)).toEqual([
      'Commande confirmée et en attente de traitement',
      'Votre colis est en cours de préparation',
      'Votre colis est en route',
      'Votre colis est arrivé au Burkina Faso',
      'Votre colis a été livré avec succès',
    ]);
  });
});

describe('a status of the administrator or of an import', () => {
  it('is shown with its first underscore as a space and the others kept', () => {
    expect(statusLabel('ON_HOLD_NOW')).toBe('ON HOLD_NOW');
    expect(statusLabel('toString')).toBe('toString');
  });

  it('has the general headline [STAT-017]', () => {
    expect(statusHeadline('ON_HOLD')).toBe('Mise à jour du statut');
    expect(statusHeadline('')).toBe('Mise à jour du statut');
  });
});
