// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { orderTimeline } from './timeline.ts';
import { filledPercent, Tracker, type TrackerStep } from './tracker.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllEnvs();
});

const LABELS = ['Commande Confirmée', 'En Traitement', 'En Transit', 'Arrivée au Burkina', 'Livrée'];
const steps = (...states: string[]): TrackerStep[] =>
  LABELS.map((label, index) => ({ number: index + 1, label, status: states[index] ?? 'pending' }));
const step = (number: number) => screen.getByTestId(`tracker-step-${number}`);
const dated = (status: string, timestamp: string): TrackerStep => ({
  number: 1,
  label: 'Commande Confirmée',
  status,
  timestamp: new Date(timestamp),
});

describe('the five-step tracker', () => {
  it('shows number, label, state and the optional time of each step, with any other state as pending [STAT-024, ENT-011]', () => {
    render(
      <Tracker steps={[dated('active', '2025-03-05T14:07:00Z'), ...steps('', 'completed', 'whatever').slice(1)]} />,
    );
    expect([1, 2, 3, 4, 5].map((number) => step(number).dataset.status)).toEqual([
      'active',
      'completed',
      'pending',
      'pending',
      'pending',
    ]);
    for (const [index, label] of LABELS.entries()) expect(step(index + 1).textContent).toContain(label);
    expect(step(1).textContent).toContain('05/03/2025');
    expect(step(2).querySelector('time')).toBeNull();
  });

  it('shows checklist, package, truck, envelope and house', () => {
    render(<Tracker steps={steps('active')} />);
    const icons = ['clipboard-check', 'package', 'truck', 'mail-open', 'house'];
    for (const [index, icon] of icons.entries()) {
      expect(step(index + 1).querySelector(`svg.lucide-${icon}`)).not.toBeNull();
    }
  });

  it('fills a quarter of the bar for each step up to the active one [STAT-026]', () => {
    const active = (n: number) =>
      steps(...LABELS.map((_, i) => (i + 1 < n ? 'completed' : i + 1 === n ? 'active' : '')));
    expect([1, 2, 3, 4, 5].map((n) => filledPercent(active(n)))).toEqual([0, 25, 50, 75, 100]);
    render(<Tracker steps={active(4)} />);
    const fill = screen.getByTestId('tracker-bar').firstElementChild as HTMLElement;
    expect(fill.dataset.percent).toBe('75');
  });

  it('fills the bar up to the last completed step without an active one, and not at all without completed ones [STAT-027]', () => {
    expect(filledPercent(steps('completed', 'completed', 'completed'))).toBe(50);
    expect(filledPercent(steps())).toBe(0);
  });

  it('shows day/month/year and hour:minute GMT+0 under active and completed steps, in UTC in any time zone', () => {
    vi.stubEnv('TZ', 'Asia/Shanghai');
    const order = {
      status: 'PROCESSING',
      statusLabel: 'En Traitement',
      statusKind: 'step',
      furthestStep: 'PROCESSING',
      createdAt: '2025-03-05T23:07:00Z',
      latestUpdateTime: '2025-03-15T23:07:00Z',
    } as const;
    render(<Tracker steps={orderTimeline(order)} />);
    expect(step(1).querySelector('time')?.textContent).toBe('05/03/2025 23:07 GMT+0');
    expect(step(2).querySelector('time')?.textContent).toBe('07/03/2025 23:07 GMT+0');
  });

  it('puts "env." before an estimated time, also in words [CARD-003]', () => {
    render(<Tracker steps={[{ ...dated('completed', '2025-03-05T14:07:00Z'), isEstimated: true }]} />);
    expect(step(1).querySelector('time')?.textContent).toBe('env. 05/03/2025 14:07 GMT+0');
    expect(step(1).title).toBe('Commande Confirmée : env. 5 mars 2025, 14:07 GMT+0');
  });

  it('has the time of a step in words with the French month', () => {
    for (const [timestamp, words] of [
      ['2025-03-05T14:07:00Z', '5 mars 2025, 14:07 GMT+0'],
      ['2025-08-05T14:07:00Z', '5 août 2025, 14:07 GMT+0'],
      ['2025-12-05T14:07:00Z', '5 décembre 2025, 14:07 GMT+0'],
    ] as const) {
      render(<Tracker steps={[dated('active', timestamp)]} />);
      expect(step(1).title).toBe(`Commande Confirmée : ${words}`);
      cleanup();
    }
  });

  it('shows no time under a pending step, even if it has one [STAT-031]', () => {
    render(<Tracker steps={[dated('pending', '2025-03-05T14:07:00Z')]} />);
    expect(step(1).querySelector('time')).toBeNull();
    expect(step(1).title).not.toContain('2025');
  });

  it.each([
    ['step', 'circle-dot'],
    ['waiting', 'hourglass'],
    ['problem', 'triangle-alert'],
    ['end', 'flag'],
  ] as const)('marks a step with a status of the kind %s', (kind, icon) => {
    const marked = { ...dated('active', '2025-03-05T14:07:00Z'), mark: { label: 'En douane', kind } };
    render(<Tracker steps={[marked, ...steps('active').slice(1)]} />);
    expect(step(1).dataset.kind).toBe(kind);
    expect(step(1).querySelector(`svg.lucide-${icon}`)).not.toBeNull();
    expect(step(1).querySelector('svg.lucide-clipboard-check')).not.toBeNull();
    expect(step(1).textContent).toContain('Commande Confirmée, étape en cours, En douane');
    expect(step(1).title).toBe('Commande Confirmée : 5 mars 2025, 14:07 GMT+0 : En douane');
    expect(step(2).dataset.kind).toBeUndefined();
  });

  it('names the active step to screen readers as the current one', () => {
    render(<Tracker steps={steps('completed', 'active')} />);
    expect(step(2).getAttribute('aria-current')).toBe('step');
  });
});
