import { describe, expect, it } from 'vitest';
import { BUDGETS, firstLoad, weigh } from './web-weight.ts';

// Both sites have been built by then: `npm test` does that first.
describe('the first load of a page', () => {
  it('has at most 112 kB of scripts and 12 kB of style on the customer site, gzipped', () => {
    const { scripts, styles } = firstLoad('web-customer');
    expect(scripts.length).toBeGreaterThan(0);
    expect(weigh(scripts, 'gz')).toBeLessThanOrEqual(BUDGETS.customerScripts);
    expect(styles).toHaveLength(1);
    expect(weigh(styles, 'gz')).toBeLessThanOrEqual(BUDGETS.customerStyles);
  });
});
