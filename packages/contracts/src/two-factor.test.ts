import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { PhoneCodeSchema } from './phone-sign-in.ts';
import { HandOverSchema } from './pickup.ts';
import { AppCodeSchema, SecondStepCodeSchema } from './two-factor.ts';

const codeIn = (schema: z.core.$ZodType<{ code?: string | undefined }>, data: object) =>
  z.safeParse(schema, data).data?.code;

describe('a code of six digits', () => {
  it.each([
    '482913',
    ' 482 913 ',
    '482-913',
    '\u202a482913\u202c',
    '482913\u200e',
    '482\u00a0913',
    '482\u2009913',
    '４８２９１３',
    '٤٨٢٩١٣',
    '4\u20e38\ufe0f2913',
    '482\u200b913\n',
  ])('is read from %j, as it is sent, copied or typed', (code) => {
    expect(codeIn(AppCodeSchema, { code })).toBe('482913');
    expect(codeIn(PhoneCodeSchema, { code })).toBe('482913');
    expect(codeIn(HandOverSchema, { code, receiverName: 'Awa Zongo' })).toBe('482913');
  });

  it.each(['48291', '4829133', '48291a', '', '482 91', 'code 482913'])('is not read from %j', (code) => {
    expect(codeIn(AppCodeSchema, { code })).toBeUndefined();
    expect(codeIn(HandOverSchema, { code, receiverName: 'Awa Zongo' })).toBeUndefined();
  });

  it.each(['Votre code FasoColis\u00a0: 482913\nIl est valable 10 minutes.', '[27/11/2026, 10:30] FasoColis: 482913'])(
    'that came over WhatsApp is read from %j',
    (code) => expect(codeIn(PhoneCodeSchema, { code })).toBe('482913'),
  );

  it.each(['Votre code\u00a0: 482913. Votre code\u00a0: 482914.', '4829131'])(
    'is not read from %j, with another one',
    (code) => expect(codeIn(PhoneCodeSchema, { code })).toBeUndefined(),
  );

  it('of an app is read at a sign-in as well, where a recovery code may be typed too', () => {
    expect(codeIn(SecondStepCodeSchema, { code: '\u202a４８２ ９１３\u202c' })).toBe('482 913');
    expect(codeIn(SecondStepCodeSchema, { code: 'abcd-efgh-ijkl-mnop' })).toBe('abcd-efgh-ijkl-mnop');
  });
});
