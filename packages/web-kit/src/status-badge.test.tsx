// @vitest-environment jsdom
import { ORDER_STATUSES } from '@fasocolis/contracts/order-status';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { StatusBadge } from './status-badge.tsx';

afterEach(cleanup);

describe('the status badge', () => {
  it('is blue, yellow, purple, indigo and green for the five statuses', () => {
    const colours = ORDER_STATUSES.map((status) => {
      cleanup();
      render(<StatusBadge status={status} />);
      return screen.getByTestId('status-badge').dataset.colour;
    });
    expect(colours).toEqual(['blue', 'yellow', 'purple', 'indigo', 'green']);
  });

  it('shows a status of its own with the first underscore as a space, in a neutral colour [STAT-011]', () => {
    render(<StatusBadge status="ON_HOLD_NOW" />);
    const badge = screen.getByTestId('status-badge');
    expect(badge.textContent).toBe('ON HOLD_NOW');
    expect(badge.dataset.colour).toBe('neutral');
  });
});
