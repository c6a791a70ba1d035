import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { showSaved } from './show-saved.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('a saved page is shown after half a second, and not before [CONST-037]', () => {
  // A fragment: jsdom does not navigate to other URLs.
  showSaved('#about');
  vi.advanceTimersByTime(499);
  expect(location.hash).toBe('');
  vi.advanceTimersByTime(1);
  expect(location.hash).toBe('#about');
});
