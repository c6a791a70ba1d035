// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { codesInView } from './codes-in-view.ts';

describe('the codes in view of the camera [SCAN-002]', () => {
  it('are reported once while they stay, also when a frame misses them', () => {
    const appear = codesInView();
    expect(appear(['FC-1'], 0)).toEqual(['FC-1']);
    expect(appear(['FC-1'], 1000)).toEqual([]);
    expect(appear([], 2000)).toEqual([]);
    expect(appear(['FC-1'], 2400)).toEqual([]);
  });

  it('are reported again after they were away', () => {
    const appear = codesInView();
    appear(['FC-1'], 0);
    appear([], 150);
    appear([], 1700);
    expect(appear(['FC-1'], 1850)).toEqual(['FC-1']);
  });

  it('stay in view while there are no frames', () => {
    const appear = codesInView();
    appear(['FC-1'], 0);
    expect(appear(['FC-1'], 60_000)).toEqual([]);
  });

  it('are reported each, the same code of two labels once', () => {
    expect(codesInView()(['FC-1', 'FC-2', 'FC-1'], 0)).toEqual(['FC-1', 'FC-2']);
  });
});
