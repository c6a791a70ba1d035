// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { fieldWedge, type Wedged, wedge } from './wedge.ts';

/** Presses keys with a time between them; a number is a longer gap. */
function press(scanner: ReturnType<typeof wedge>, keys: (string | number)[], gap = 10): Wedged[] {
  const wedged: Wedged[] = [];
  let time = 1000;
  for (const key of keys) {
    time += typeof key === 'number' ? key - gap : gap;
    if (typeof key === 'string') wedged.push(scanner.press({ key, code: '', shiftKey: false }, time));
  }
  return wedged.filter(Boolean);
}
const typed = (text: string) => Array.from(text);

describe('the codes of a keyboard scanner', () => {
  it.each(['Enter', 'Tab'])('end with %s [READ-010]', (key) => {
    expect(press(wedge(), [...typed('DEMO0003'), key])).toEqual([{ code: 'DEMO0003' }]);
  });

  it('end with a pause where the scanner presses no key after them [READ-010]', () => {
    const scanner = wedge();
    press(scanner, typed('DEMO0003'));
    expect(scanner.pause()).toEqual({ code: 'DEMO0003' });
  });

  it('may have gaps of up to 300 ms [READ-010]', () => {
    expect(press(wedge(), [...typed('DEMO'), 300, ...typed('0003'), 'Enter'])).toEqual([{ code: 'DEMO0003' }]);
  });

  it('are incomplete after a longer gap, and never reported without their beginning [READ-010]', () => {
    expect(press(wedge(), [...typed('DEMO-'), 400, ...typed('0003'), 'Enter'])).toEqual([{ incomplete: 'DEMO-0003' }]);
    const scanner = wedge();
    press(scanner, [...typed('DEMO0001'), 'Enter', ...typed('BGS-77')]);
    expect(scanner.pause()).toEqual({ incomplete: 'BGS-77' });
    expect(press(scanner, [...typed('QX-KIT4'), 'Enter'])).toEqual([{ incomplete: 'QX-KIT4' }]);
    expect(press(scanner, [...typed('DEMO0002'), 'Enter'])).toEqual([{ code: 'DEMO0002' }]);
  });

  it('are whole again some time after an incomplete one', () => {
    const scanner = wedge();
    press(scanner, [...typed('DEMO0001'), 'Enter', ...typed('BGS-77')]);
    scanner.pause();
    scanner.rest();
    expect(press(scanner, [...typed('DEMO0002'), 'Enter'])).toEqual([{ code: 'DEMO0002' }]);
  });

  it('are read from a scanner that pauses after each key, however it ends them', () => {
    expect(press(wedge(), [...typed('DEMO0003'), 'Enter'], 300)).toEqual([{ code: 'DEMO0003' }]);
    const scanner = wedge();
    press(scanner, typed('DEMO0003'), 150);
    expect(scanner.pause()).toEqual({ code: 'DEMO0003' });
  });

  it('are not a key that is pressed by itself', () => {
    expect(press(wedge(), ['a', 'Enter', 'Shift', 'Tab'])).toEqual([]);
  });
});

describe('the code of a scanner in a text field', () => {
  const stroke = (key: string) => ({ key, code: '', shiftKey: false, ctrlKey: false, repeat: false });
  function typeInto(field: ReturnType<typeof fieldWedge>, keys: string[], gap: number, former = ''): void {
    let [time, value] = [1000, former];
    for (const key of keys) {
      field.press(stroke(key), time, value);
      value += key.length === 1 ? key : '';
      time += gap;
    }
  }

  it.each([
    ['is read when it comes faster than people type', typed('DEMO0003'), 20, '', 'DEMO0003'],
    ['is not what people type', typed('DEMO0003'), 120, '', undefined],
    ['is not what was corrected', [...typed('DEMO0003'), 'Backspace'], 20, '', undefined],
    ['is not what follows a text', typed('DEMO0003'), 20, 'FC-', undefined],
    ['is read with Shift', ['Shift', ...typed('DEMO0003')], 20, '', 'DEMO0003'],
    ['is no short text', typed('DEM'), 20, '', undefined],
  ])('%s', (_title, keys, gap, former, code) => {
    const field = fieldWedge();
    typeInto(field, keys, gap, former);
    expect(field.code()).toBe(code);
  });

  it('is read again once the field is empty', () => {
    const field = fieldWedge();
    typeInto(field, [...typed('DE'), 'Backspace'], 20);
    typeInto(field, typed('DEMO0003'), 20);
    expect(field.code()).toBe('DEMO0003');
  });
});
