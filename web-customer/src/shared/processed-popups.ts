/** In sessionStorage: the ids of the popups shown since the last sign-in. */
const PROCESSED_KEY = 'fasocolis:popups';

/** Where storage is forbidden, the page itself has to remember. */
let processed = readStored();

/** Which popups this browser session has shown already. */
export const processedPopups = {
  has: (id: number) => processed.has(id),
  add: (id: number) => {
    processed.add(id);
    store([...processed]);
  },
  /** After a sign-in everything may be shown again. */
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
    // What the page remembers lasts until it is left.
  }
}
