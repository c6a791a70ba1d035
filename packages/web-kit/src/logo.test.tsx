// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { Logo } from './logo.tsx';

afterEach(cleanup);
const image = () => screen.getByRole('img', { name: 'Logo' });

describe('the logo', () => {
  it('is an image whose alternative text is "Logo" [SHELL-020]', () => {
    render(<Logo />);
    expect(image().getAttribute('alt')).toBe('Logo');
  });

  it('is small, medium or large, by default medium [SHELL-021, CONST-002]', () => {
    const heights = (['small', undefined, 'medium', 'large'] as const).map((size) => {
      cleanup();
      render(<Logo {...(size && { size })} />);
      return [...image().classList].find((name) => name.startsWith('h-'));
    });
    expect(heights).toEqual(['h-10', 'h-16', 'h-16', 'h-32']);
  });

  it('links to the home page, another page or none [SHELL-022]', () => {
    const targets = ([undefined, '/auth', false] as const).map((href) => {
      cleanup();
      render(<Logo {...(href !== undefined && { href })} />);
      return image().closest('a')?.getAttribute('href');
    });
    expect(targets).toEqual(['/', '/auth', undefined]);
  });
});
