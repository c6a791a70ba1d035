import { expect, it } from 'vitest';
import { nextVersion } from '../src/data/versions.ts';

it('a version is later than the one before, also within its millisecond and by a clock that was set back', () => {
  for (const before of [new Date(), new Date(Date.now() + 60_000)]) {
    expect(nextVersion(before).getTime()).toBeGreaterThan(before.getTime());
  }
});
