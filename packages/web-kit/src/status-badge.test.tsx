// @vitest-environment jsdom
import { builtInKind, ORDER_STATUSES, STATUS_KINDS, statusLabel } from '@fasocolis/contracts/order-status';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { StatusBadge } from './status-badge.tsx';

afterEach(cleanup);

describe('the status badge', () => {
  it('is blue, yellow, purple, indigo and green for the five statuses', () => {
    const colours = ORDER_STATUSES.map((status) => {
      cleanup();
      render(<StatusBadge order={{ status, statusLabel: statusLabel(status), statusKind: builtInKind(status) }} />);
      return screen.getByTestId('status-badge').dataset.colour;
    });
    expect(colours).toEqual(['blue', 'yellow', 'purple', 'indigo', 'green']);
  });

  it('has the label of a defined status, in the colour of its kind', () => {
    const badges = STATUS_KINDS.map((statusKind) => {
      cleanup();
      render(<StatusBadge order={{ status: 'CUSTOMS_HOLD', statusLabel: 'En douane', statusKind }} />);
      const { dataset, textContent } = screen.getByTestId('status-badge');
      return [textContent, dataset.colour];
    });
    expect(badges).toEqual(['teal', 'amber', 'red', 'grey'].map((colour) => ['En douane', colour]));
  });

  it('shows an undefined status with the first underscore as a space, in a neutral colour [STAT-011]', () => {
    render(<StatusBadge order={{ status: 'ON_HOLD_NOW', statusLabel: 'ON HOLD_NOW', statusKind: null }} />);
    const badge = screen.getByTestId('status-badge');
    expect(badge.textContent).toBe('ON HOLD_NOW');
    expect(badge.dataset.colour).toBe('neutral');
  });
});
