import { parseJson } from './json.ts';

/** Browsers that refuse cookies throw an error at every access to a storage, and a full one at every change. */
const guarded = (open: () => Storage) => ({
  /** The text under a key; null without one, and where storage is refused. */
  get(key: string): string | null {
    try {
      return open().getItem(key);
    } catch {
      return null;
    }
  },
  /** All keys; none where storage is refused. */
  keys(): string[] {
    try {
      return Object.keys(open());
    } catch {
      return [];
    }
  },
  /** The value of a JSON text under a key; undefined without one. */
  read(key: string): unknown {
    return parseJson(this.get(key));
  },
  /** Stores a text, or removes it with null, where the browser lets the site. */
  set(key: string, text: string | null): void {
    try {
      if (text === null) open().removeItem(key);
      else open().setItem(key, text);
    } catch {
      // Without storage nothing is kept.
    }
  },
});

/** What lasts until the tab is closed: `sessionStorage`. */
export const tabStorage = guarded(() => sessionStorage);

/** What this browser keeps for all tabs: `localStorage`. */
export const deviceStorage = guarded(() => localStorage);
