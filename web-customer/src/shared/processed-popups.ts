import { tabStorage } from '@fasocolis/web-kit/storage';

/** In the tab's storage: the ids of the popups shown since the last sign-in. */
const PROCESSED_KEY = 'fasocolis:popups';

/** Where storage is refused, they last until the page is closed. */
let processed = readStored();

/** The popups that were shown in this browser session. */
export const processedPopups = {
  has: (id: number) => processed.has(id),
  add: (id: number) => {
    processed.add(id);
    store([...processed]);
  },
  /** After a sign-in every popup may be shown again. */
  clear: () => {
    processed = new Set();
    store([]);
  },
};

function readStored(): Set<number> {
  const stored = tabStorage.read(PROCESSED_KEY);
  return new Set(Array.isArray(stored) ? stored : []);
}

const store = (ids: number[]) => tabStorage.set(PROCESSED_KEY, JSON.stringify(ids));
