// @vitest-environment node
import type { OrderStatus } from '@fasocolis/contracts/order-status-definitions';
import { describe, expect, it } from 'vitest';
import { statusOptions } from './status-options.ts';

const BUILT_IN = ['Commande Confirmée', 'En Traitement', 'En Transit', 'Arrivée au Burkina', 'Livrée'];

const definition = (code: string, displayOrder: number, isActive = true): OrderStatus => ({
  id: displayOrder,
  code,
  label: `Libellé ${code}`,
  displayOrder,
  isActive,
  kind: 'step',
  sentence: null,
});
const names = (definitions: OrderStatus[], current?: string) =>
  statusOptions(definitions, current).map(({ name }) => name);

describe('the statuses an order may be given', () => {
  it('are the five built-in ones with their labels when there are no definitions', () => {
    expect(names([])).toEqual(BUILT_IN);
  });

  it('end with the active definitions of other codes, by their order', () => {
    const definitions = [
      definition('CUSTOMS', 9),
      definition('ON_HOLD', 7),
      definition('OLD', 1, false),
      definition('DELIVERED', 2),
    ];
    expect(names(definitions, 'PROCESSING')).toEqual([...BUILT_IN, 'Libellé ON_HOLD', 'Libellé CUSTOMS']);
  });

  it('include the current status although it can no longer be chosen', () => {
    expect(statusOptions([definition('ON_HOLD', 7, false)], 'ON_HOLD').slice(-1)[0]).toEqual({
      id: 'ON_HOLD',
      name: 'ON HOLD (inactif)',
      disabled: true,
    });
  });
});
