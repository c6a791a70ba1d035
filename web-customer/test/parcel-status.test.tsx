import type { Order } from '@fasocolis/contracts/orders';
import { describe, expect, it } from 'vitest';
import { openPage } from './customer-site.tsx';
import { apiWith, badge, card, EVENTS, ORDER, openOrder, pathOf, step } from './tracked-parcel.ts';

const CUSTOMS = { status: 'CUSTOMS_HOLD', statusLabel: 'En douane', statusKind: 'waiting' } satisfies Partial<Order>;

const stepStates = () => [1, 2, 3, 4, 5].map((number) => step(number).element().getAttribute('data-status'));

describe('a status that the administrator defined', () => {
  it.each([
    ['step', 'étape', 'rgb(17, 94, 89)', 'rgb(204, 251, 241)'],
    ['waiting', 'attente', 'rgb(120, 53, 15)', 'rgb(253, 230, 138)'],
    ['problem', 'problème', 'rgb(185, 28, 28)', 'rgb(254, 242, 242)'],
    ['end', 'fin', 'rgb(17, 24, 39)', 'rgb(229, 231, 235)'],
  ] as const)(
    'of the kind %s is shown with its label and colour, and marks the furthest step reached',
    async (statusKind, kind, color, backgroundColor) => {
      openOrder({ ...CUSTOMS, statusKind });
      await expect.element(badge).toHaveTextContent('En douane');
      await expect.element(badge).toHaveStyle({ color, backgroundColor });
      expect(stepStates()).toEqual(['completed', 'completed', 'active', 'pending', 'pending']);
      await expect.element(step(3)).toHaveAttribute('data-kind', statusKind);
      await expect.element(step(3).getByText(`En douane (${kind})`)).toBeVisible();
    },
  );

  it('is the headline of the card and the title of the page', async () => {
    openOrder(CUSTOMS);
    await expect.element(card.getByRole('paragraph').filter({ hasText: /^En douane$/ })).toBeVisible();
    await expect.poll(() => document.title).toBe('Colis DEMO0003\u00a0: En douane - FasoColis');
    const description = document.head.querySelector('meta[name="description"]')?.getAttribute('content');
    expect(description).toBe('En douane. Suivez-le de la Chine au Burkina Faso.');
  });

  it('is named with its kind in the history, unlike built-in ones', async () => {
    const api = apiWith({ ...ORDER, ...CUSTOMS });
    const event = { id: 4, status: 'CUSTOMS_HOLD', label: 'En douane', kind: 'waiting', note: null };
    api.respond(`${pathOf('DEMO0003')}/events`, 200, [...EVENTS, { ...event, occurredAt: ORDER.updatedAt }]);
    openPage('/c/DEMO0003', api);
    const history = card.getByRole('group');
    await history.getByText('Historique').click();
    const entries = history.getByRole('listitem');
    await expect.element(entries.nth(0).getByText('En douane (attente)', { exact: true })).toBeVisible();
    await expect.element(entries.nth(0)).toHaveAttribute('data-kind', 'waiting');
    await expect.element(entries.nth(1).getByText('En Transit', { exact: true })).toBeVisible();
  });
});

it('an undefined status is shown as its code at the first step, without a mark [STAT-011, STAT-017, STAT-020]', async () => {
  openOrder({ status: 'ON_HOLD_NOW', statusLabel: 'ON HOLD_NOW', statusKind: null });
  await expect.element(badge).toHaveTextContent('ON HOLD_NOW');
  await expect.element(card.getByText('Mise à jour du statut')).toBeVisible();
  expect(stepStates()).toEqual(['active', 'pending', 'pending', 'pending', 'pending']);
  await expect.element(step(1)).not.toHaveAttribute('data-kind');
});
