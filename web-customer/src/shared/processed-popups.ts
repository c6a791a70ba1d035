/** In sessionStorage: the ids of the popups shown since the last sign-in. */
const PROCESSED_KEY = 'fasocolis:popups';

/** The fallback where storage is forbidden. */
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
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(PROCESSED_KEY) ?? '[]');
    return new Set(Array.isArray(stored) ? stored : []);
  } catch {
    return new Set();
  }
}

function store(ids: number[]): void {
  try {
    sessionStorage.setItem(PROCESSED_KEY, JSON.stringify(ids));
  } catch {
    // The fallback lasts until the page is closed.
  }
}
