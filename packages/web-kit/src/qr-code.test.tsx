// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { QrCode } from './qr-code.tsx';

afterEach(cleanup);

describe('a QR code', () => {
  it('has a text alternative and a quiet zone of four modules around its first finder pattern', () => {
    render(<QrCode text="https://colis.example.com/c/FC-7" label="QR code du colis FC-7" />);
    const image = screen.getByRole('img', { name: 'QR code du colis FC-7' });
    const [, modules] = [...image.querySelectorAll('path')].map((path) => path.getAttribute('d') ?? '');
    const places = [...(modules ?? '').matchAll(/M(\d+) (\d+)/g)].flatMap(([, x, y]) => [Number(x), Number(y)]);
    const size = Number(image.getAttribute('viewBox')?.split(' ')[2]);
    expect(Math.min(...places)).toBe(4);
    expect(Math.max(...places)).toBe(size - 5);
  });
});
