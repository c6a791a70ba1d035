// @vitest-environment jsdom
import type { TransitTime } from '@fasocolis/contracts/transit-times';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { TransitTimesChart } from './transit-times-chart.tsx';

afterEach(cleanup);

const AIR: TransitTime[] = [
  { mode: 'AIR', step: 'ORDER_CONFIRMED', medianDays: 12.5, p90Days: 20, orders: 1234 },
  { mode: 'AIR', step: 'PROCESSING', medianDays: 10, p90Days: 16, orders: 900 },
  { mode: 'AIR', step: 'IN_TRANSIT', medianDays: 5, p90Days: 8.4, orders: 41 },
  { mode: 'AIR', step: 'ARRIVED', medianDays: 1.5, p90Days: 2, orders: 20 },
];
const SEA: TransitTime = { mode: 'SEA', step: 'IN_TRANSIT', medianDays: 45, p90Days: 60, orders: 30 };
const figures = () => screen.getAllByRole('definition').map(({ textContent }) => textContent?.replace(/\s/g, ' '));
const widths = (share: string) =>
  [...document.querySelectorAll(`rect.fc-transit-${share}`)].map((bar) => Number(bar.getAttribute('width')));

describe('the chart of transit times', () => {
  it('lists the figures of each step in French, singular below two', () => {
    render(<TransitTimesChart times={AIR} />);
    expect(screen.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
      "De la confirmation à l'arrivée",
      "De la préparation à l'arrivée",
      "Du départ de Chine à l'arrivée",
      "De l'arrivée à la remise",
    ]);
    expect(figures()).toEqual([
      "la moitié des colis en 12,5 jours, neuf sur dix en 20 jours, d'après 1 234 colis",
      "la moitié des colis en 10 jours, neuf sur dix en 16 jours, d'après 900 colis",
      "la moitié des colis en 5 jours, neuf sur dix en 8,4 jours, d'après 41 colis",
      "la moitié des colis en 1,5 jour, neuf sur dix en 2 jours, d'après 20 colis",
    ]);
  });

  it('draws a bar for each figure, in proportion to the longest', () => {
    render(<TransitTimesChart times={AIR} />);
    const [longest = Number.NaN, ...others] = widths('most');
    expect(others.map((width) => width / longest)).toEqual([0.8, 0.42, 0.1].map((share) => expect.closeTo(share, 2)));
    expect(widths('half').map((width) => width / longest)).toEqual(
      [0.625, 0.5, 0.25, 0.075].map((share) => expect.closeTo(share, 2)),
    );
  });

  it('shows each figure once: days beside the bar, orders below it, sentences for screen readers only [OFF-014]', () => {
    render(<TransitTimesChart times={[SEA]} />);
    const drawn = [...document.querySelectorAll('svg text')].map(({ textContent }) => textContent?.replace(/\s/g, ' '));
    expect(drawn).toEqual(["Du départ de Chine à l'arrivée", '45 à 60 jours', "d'après 30 colis"]);
    expect(screen.getAllByRole('definition').every((each) => each.closest('.fc-sr-only'))).toBe(true);
  });

  it('is an image with a name for each mode', () => {
    render(<TransitTimesChart times={[...AIR, SEA]} />);
    const names = screen.getAllByRole('img').map((image) => image.querySelector('title')?.textContent);
    expect(names).toEqual([expect.stringMatching(/^Avion/), expect.stringMatching(/^Bateau/)]);
    expect(screen.getAllByRole('figure')).toHaveLength(2);
  });

  it('omits a mode without figures', () => {
    render(<TransitTimesChart times={[SEA]} />);
    expect(screen.queryByText('Avion')).toBeNull();
    expect(figures()).toEqual(["la moitié des colis en 45 jours, neuf sur dix en 60 jours, d'après 30 colis"]);
  });

  it('is drawn for orders that took no time', () => {
    render(<TransitTimesChart times={[{ ...SEA, medianDays: 0, p90Days: 0 }]} />);
    expect(widths('most')).toEqual([0]);
    expect(figures()[0]).toContain('en 0 jour, neuf sur dix en 0 jour,');
  });
});
