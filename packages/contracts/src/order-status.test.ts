import { describe, expect, it } from 'vitest';
import {
  builtInKind,
  INITIAL_STATUS,
  ORDER_STATUSES,
  orderStatusColour,
  orderStatusHeadline,
  orderStatusLabel,
  STATUS_KINDS,
  statusHeadline,
  statusLabel,
} from './order-status.ts';

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

  it('begin with the status of new orders', () => {
    expect(INITIAL_STATUS).toBe(ORDER_STATUSES[0]);
  });

  it('are steps, but for the last one', () => {
    expect(ORDER_STATUSES.map(builtInKind)).toEqual(['step', 'step', 'step', 'step', 'end']);
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

describe('a status that is not built in', () => {
  it('is shown with its first underscore as a space and the others kept', () => {
    expect(statusLabel('ON_HOLD_NOW')).toBe('ON HOLD_NOW');
    expect(statusLabel('toString')).toBe('toString');
  });

  it('has the general headline [STAT-017]', () => {
    expect(statusHeadline('ON_HOLD')).toBe('Mise à jour du statut');
    expect(statusHeadline('')).toBe('Mise à jour du statut');
  });
});

describe('the status of an order', () => {
  const defined = { status: 'CUSTOMS_HOLD', statusLabel: 'En douane', statusKind: 'waiting' } as const;
  const undefinedCode = { status: 'ON_HOLD_NOW', statusLabel: '', statusKind: null };

  it('with an active definition has its label, which is its headline too', () => {
    expect(orderStatusLabel(defined)).toBe('En douane');
    expect(orderStatusHeadline(defined)).toBe('En douane');
  });

  it('with an active definition that has a sentence has it as its headline [CARD-009]', () => {
    const statusSentence = "Votre colis est à la douane. Vous n'avez rien à faire.";
    expect(orderStatusHeadline({ ...defined, statusSentence })).toBe(statusSentence);
    expect(orderStatusLabel({ ...defined, statusSentence })).toBe('En douane');
  });

  it('with an active definition has the colour of its kind', () => {
    const colours = STATUS_KINDS.map((statusKind) => orderStatusColour({ ...defined, statusKind }));
    expect(colours).toEqual(['teal', 'amber', 'red', 'grey']);
  });

  it('without one is shown as an unknown status', () => {
    expect(orderStatusLabel(undefinedCode)).toBe('ON HOLD_NOW');
    expect(orderStatusHeadline(undefinedCode)).toBe('Mise à jour du statut');
    expect(orderStatusColour(undefinedCode)).toBe('neutral');
  });

  it('that is built in has its own label, headline and colour, also when a device stored it without a label', () => {
    for (const status of ORDER_STATUSES) {
      for (const order of [
        { status, statusLabel: statusLabel(status), statusKind: builtInKind(status) },
        { status, statusLabel: '', statusKind: null },
      ]) {
        expect(orderStatusLabel(order)).toBe(statusLabel(status));
        expect(orderStatusHeadline(order)).toBe(statusHeadline(status));
        expect(orderStatusColour(order)).toMatch(/^(?:blue|yellow|purple|indigo|green)$/);
      }
    }
  });
});
