// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { codesInView } from './codes-in-view.ts';

const LABEL = 'https://colis.example.com/c/FC-1';
const NOTHING = { taken: [], choice: [] };
const taken = (...texts: string[]) => ({ taken: texts, choice: [] });

describe('the codes in view of the camera', () => {
  it('are reported once while they stay, also when a frame misses them [SCAN-002]', () => {
    const see = codesInView();
    expect(see([LABEL], 0)).toEqual(taken(LABEL));
    expect(see([LABEL], 1000)).toEqual(NOTHING);
    expect(see([], 2000)).toEqual(NOTHING);
    expect(see([LABEL], 2400)).toEqual(NOTHING);
  });

  it('are reported again after they were away', () => {
    const see = codesInView();
    see([LABEL], 0);
    see([], 150);
    see([], 1700);
    expect(see([LABEL], 1850)).toEqual(taken(LABEL));
  });

  it('stay in view while there are no frames', () => {
    const see = codesInView();
    see([LABEL], 0);
    expect(see([LABEL], 60_000)).toEqual(NOTHING);
  });

  it('are one, the QR code and the Code 128 of a label', () => {
    const see = codesInView();
    expect(see([LABEL], 0)).toEqual(taken(LABEL));
    expect(see(['FC-1', LABEL], 150)).toEqual(NOTHING);
  });

  it('are one for each piece of a parcel, whichever code of its label is read [CNT-001]', () => {
    const see = codesInView();
    expect(see([`${LABEL}?p=1`, `${LABEL}?p=2`], 0)).toEqual(taken(`${LABEL}?p=1`, `${LABEL}?p=2`));
    expect(see(['FC-1/1', `${LABEL}?p=2`, 'FC-1/2', `${LABEL}?p=3`], 150)).toEqual(taken(`${LABEL}?p=3`));
  });

  it('are each taken when the product printed several of them', () => {
    const other = 'https://colis.example.com/c/FC-2';
    expect(codesInView()([LABEL, other, LABEL], 0)).toEqual(taken(LABEL, other));
  });

  it('of couriers are left out beside one of the product, whichever is read first [READ-011]', () => {
    const see = codesInView();
    expect(see(['YT7512345678901'], 0)).toEqual(NOTHING);
    expect(see(['YT7512345678901', LABEL, 'SF1369874521035'], 150)).toEqual(taken(LABEL));
    expect(see(['YT7512345678901', 'SF1369874521035'], 600)).toEqual(NOTHING);
  });

  it('of couriers are chosen from by a person when there are several [READ-011]', () => {
    const see = codesInView();
    expect(see(['YT7512345678901'], 0)).toEqual(NOTHING);
    expect(see(['YT7512345678901', 'SF1369874521035'], 300)).toEqual({
      taken: [],
      choice: ['YT7512345678901', 'SF1369874521035'],
    });
  });

  it('is taken alone when the others are no references, and is refused alone [READ-011]', () => {
    const see = codesInView();
    see(['YT7512345678901', 'WIFI:S:net;;'], 0);
    expect(see(['YT7512345678901', 'WIFI:S:net;;'], 300)).toEqual(taken('YT7512345678901'));
    const empty = codesInView();
    empty(['WIFI:S:net;;'], 0);
    expect(empty(['WIFI:S:net;;'], 300)).toEqual(taken('WIFI:S:net;;'));
  });
});
