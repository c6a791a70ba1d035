import { describe, expect, it } from 'vitest';
import { readDay } from './day.ts';

describe('a day', () => {
  it.each([
    ['30/06/2026', 'French'],
    ['30.06.2026', 'German'],
    ['30-06-2026', 'own'],
    ['30 06 2026', 'own'],
    ['\u00a030/06/2026\u00a0', 'field-input 15: spaces around it'],
    ['30/06/2026\u200b', 'field-input 15'],
    ['2026/6/30', 'field-input 15: Excel in Chinese'],
    ['2026/06/30', 'field-input 15'],
    ['2026-6-30', 'field-input 15'],
    ['2026-06-30', 'ISO 8601'],
    ['2026.06.30', 'own'],
    ['20260630', 'own: systems of couriers'],
    ['2026年6月30日', 'field-input 15'],
    ['２０２６年６月３０日', 'own: full width'],
    ['2026 年 6 月 30 日', 'own'],
    ['2026-06-30 00:00:00', 'field-input 15'],
    ['2026-06-30T23:00:00.000Z', 'ISO 8601 with time'],
    ['2026-06-30T10:00:00+01:00', 'ISO 8601 with offset'],
    ['30/06/2026 00:00', 'field-input 15'],
    ['30/06/2026 14:00', 'ux-office 35'],
    ['30/06/2026 à 14h30', 'own'],
    ['06/30/2026', 'own: no thirtieth month'],
    ['30 juin 2026', 'field-input 15'],
    ['30 Juin 2026', 'own'],
    ['mardi 30 juin 2026', 'own'],
    ['30-juin-26', 'field-input 15: Excel in French'],
    ['30-Jun-2026', 'own: Excel in English'],
    ['June 30, 2026', 'own'],
    ['30 june 2026', 'own'],
    ['2026年6月30号', 'a chat in Chinese'],
    ['2026年6月30日星期二', 'the long form of Excel in Chinese'],
    ['2026年6月30日（周二）', 'a list in Chinese'],
    ['2026/6/30 下午 2:30', 'Excel in Chinese, with the time'],
    ['mardi 30/06/2026', 'a form of Excel in French'],
    ['mar. 30/06/2026', 'a form of Excel in French'],
    ['le 30/06/2026', 'a sentence'],
    ['le mardi 30 juin 2026', 'a sentence'],
    ['Tuesday, June 30th, 2026', 'the long form of Excel in English'],
    ['30th June 2026', 'English'],
    ['30juin2026', 'own'],
    ['30 juin 26', 'own'],
    ['30/06/2026.', 'the end of a sentence'],
    ['30/06/2026 à 14 h 30', 'own'],
  ])('is read from %j [READ-007]', (text) => expect(readDay(text)).toBe('2026-06-30'));

  it.each([
    ['1er août 2026', '2026-08-01'],
    ['1 aout 2026', '2026-08-01'],
    ['mardi 3 mars 2026', '2026-03-03'],
    ['14 févr. 2026', '2026-02-14'],
    ['25 décembre 2026', '2026-12-25'],
    ['2 juillet 2026', '2026-07-02'],
    ['2 avril 2026', '2026-04-02'],
    ['29/02/2028', '2028-02-29'],
    ['06/07/2026', '2026-07-06'],
    ['Mar 30, 2026', '2026-03-30'],
    ['mardi 1er septembre 2026', '2026-09-01'],
    ['3 juill 2026', '2026-07-03'],
  ])('of %j is %s', (text, day) => expect(readDay(text)).toBe(day));

  it('is read from a serial number of Excel in a column of dates only [READ-007]', () => {
    expect(readDay('46203', { isSerial: true })).toBe('2026-06-30');
    expect(readDay('46203')).toBeNull();
    expect(readDay('46203.5', { isSerial: true })).toBe('2026-06-30');
  });

  it.each([
    '',
    'bientôt',
    '30/06/26',
    '26/06/30',
    '31/06/2026',
    '29/02/2027',
    '2026-13-01',
    '32/01/2026',
    '12:30',
    '30/06',
    'juin 2026',
    '1 2 3 4',
    '30 juin',
    '15-20 décembre',
    '15 à 20 décembre',
    'du 5 au 26 juin',
    '5 juin 18 h',
    '5 juin, 12 cartons',
    'Décalé 15 2026',
    '12 marchandises 26',
    '3 jui 2026',
    '30 ou 31 juillet 2026',
    '6月30日',
  ])('is not read from %j, which is none or could be two', (text) => expect(readDay(text)).toBeNull());
});
