import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '../infra/local/services.ts';
import { BUDGETS, firstLoad, weigh } from './web-weight.ts';

describe('what a phone loads before the first picture of the customer site', () => {
  beforeAll(() => {
    if (!existsSync(join(ROOT, 'web-customer/dist/index.html'))) throw new Error('web-customer has not been built');
  });

  it('is at most 110 kB of scripts and 12 kB of style, gzipped', () => {
    const { scripts, styles } = firstLoad();
    expect(scripts.length).toBeGreaterThan(0);
    expect(weigh(scripts, 'gz')).toBeLessThanOrEqual(BUDGETS.customerScripts);
    expect(styles).toHaveLength(1);
    expect(weigh(styles, 'gz')).toBeLessThanOrEqual(BUDGETS.customerStyles);
  });
});
