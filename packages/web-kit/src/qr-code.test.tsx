import { cleanup, render, screen } from '@testing-library/react';
import { encode } from 'uqr';
import { afterEach, expect, it } from 'vitest';
import { QrCode } from './qr-code.tsx';

afterEach(cleanup);

const TEXT = 'otpauth://totp/FasoColis:awa?issuer=FasoColis&secret=JBSWY3DPEHPK3PXP';

it('a QR code has every dark module of its text, and four light ones around them', () => {
  render(<QrCode text={TEXT} label="Code QR" />);
  const image = screen.getByRole('img', { name: 'Code QR' });
  const { data, size } = encode(TEXT, { ecc: 'M', border: 0 });
  expect(image.getAttribute('viewBox')).toBe(`0 0 ${size + 8} ${size + 8}`);
  const drawn = image
    .querySelector('path:last-child')
    ?.getAttribute('d')
    ?.match(/M\d+ \d+/g);
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x + 4} ${y + 4}`] : [])));
  expect(drawn).toEqual(dark);
});
