import { endOfTurn } from '@fasocolis/service-kit/data/database';

/** Runs at most `count` works at a time, in the order of the calls. */
export function slots(count: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let free = count;
  return async (work) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}

/** Writes items together: all that are added during one write are the next one's. @throws what their write throws */
export function inGroups<T>(write: (items: T[]) => Promise<unknown>): (item: T) => Promise<void> {
  let items: T[] = [];
  let current: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;

  async function writeAfter(former: Promise<void>): Promise<void> {
    await former.catch(() => {});
    await endOfTurn();
    const group = items;
    items = [];
    next = undefined;
    await write(group);
  }

  return (item) => {
    items.push(item);
    if (!next) {
      next = writeAfter(current);
      current = next;
    }
    return next;
  };
}
