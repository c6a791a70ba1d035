import type { StaffOrder } from '@fasocolis/contracts/orders';
import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, describe, expect, it } from 'vitest';
import { OrderCard } from './order-card.tsx';

const order: StaffOrder = {
  id: 7,
  reference: 'FC-7',
  status: 'IN_TRANSIT',
  statusLabel: 'En Transit',
  statusKind: 'step',
  statusSentence: null,
  situation: null,
  furthestStep: 'IN_TRANSIT',
  estimatedDelivery: '2026-03-09',
  expectedArrival: null,
  mode: null,
  pieces: null,
  weightGrams: null,
  recipientName: null,
  latestUpdate: 'Le colis a quitté Guangzhou',
  latestUpdateTime: '2026-03-06T23:30:00.000Z',
  createdAt: '2026-03-05T14:07:00.000Z',
  updatedAt: '2026-03-06T23:30:00.000Z',
  userId: null,
  recipientPhone: null,
  volumeCm3: null,
  contents: null,
  ...{ goodsKind: null, declaredValue: null },
  recipientConsent: false,
  archivedAt: null,
  lastEventAt: '2026-03-06T23:30:00.000Z',
  isSilent: false,
  isDeletable: false,
  consignment: null,
  aliases: [],
  passedPieces: null,
  due: 0,
  paid: 0,
};
const show = (changes: Partial<StaffOrder> = {}) =>
  render(
    <MemoryRouter>
      <OrderCard order={{ ...order, ...changes }} isSelected={false} onToggle={() => {}} onEdit={() => {}} />
    </MemoryRouter>,
  );
const factOf = (name: string) => screen.getByText(name).nextElementSibling?.textContent;
const stepStates = () => [1, 2, 3, 4, 5].map((n) => screen.getByTestId(`tracker-step-${n}`).dataset.status);

afterEach(cleanup);

describe('the card of an order', () => {
  it('shows its dates in French format and in GMT [CONST-066, ADM-ORD-004]', () => {
    show();
    expect(factOf('Créée le')).toBe('05/03/2026');
    expect(factOf('Livraison estimée')).toBe('09/03/2026');
    expect(screen.getByText(/06\/03\/2026, 23:30 GMT\+0/)).toBeTruthy();
  });

  it('shows how many pieces have come how far while others are missing [CNT-001]', () => {
    show({ pieces: 3, passedPieces: { step: 'arrive', count: 2 } });
    expect(factOf('Pièces')).toBe('2 sur 3 arrivées');
    cleanup();
    show({ pieces: 3 });
    expect(screen.queryByText('Pièces')).toBeNull();
  });

  it('shows N/A when no delivery is estimated, and the day when one is [ADM-ORD-005]', () => {
    show({ estimatedDelivery: null });
    expect(factOf('Livraison estimée')).toBe('N/A');
    cleanup();
    show();
    expect(factOf('Livraison estimée')).toBe('09/03/2026');
  });

  it('shows the five steps as completed, active or pending; an unknown status is the first step [ADM-ORD-006]', () => {
    show();
    expect(stepStates()).toEqual(['completed', 'completed', 'active', 'pending', 'pending']);
    cleanup();
    show({ status: 'ON_HOLD', statusLabel: 'ON HOLD', statusKind: null });
    expect(stepStates()).toEqual(['active', 'pending', 'pending', 'pending', 'pending']);
  });

  it('shows no interpolated times', () => {
    show();
    expect(screen.getByTestId('tracker-step-1').querySelector('time')).toBeNull();
  });

  it('shows the customer of an order that has one', () => {
    show({ userId: 2 });
    expect(factOf('Client')).toBe('n° 2');
    cleanup();
    show();
    expect(screen.queryByText('Client')).toBeNull();
  });

  it('marks an order without news with the days since its last event', () => {
    const lastEventAt = new Date(Date.now() - 9 * 24 * 3600 * 1000).toISOString();
    show({ isSilent: true, lastEventAt });
    expect(screen.getByText('Sans nouvelles depuis 9 jours')).toBeTruthy();
  });

  it('links to the file of the order', () => {
    show();
    expect(screen.getByRole('link', { name: 'FC-7' }).getAttribute('href')).toBe('/orders/7');
  });
});
