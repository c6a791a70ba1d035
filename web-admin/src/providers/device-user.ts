import { forgetDrafts } from '@fasocolis/web-kit/draft';
import { removeCodes } from '@fasocolis/web-kit/hand-over-codes';

const KEY = 'fasocolis:device-user';

/** A device without room keeps the user until the page is left. */
let remembered: number | undefined;

/** Who signed in on this device last and did not sign out: the author of what is recorded without a network. */
export const deviceUser = {
  get id(): number | undefined {
    return Number(localStorage.getItem(KEY)) || remembered;
  },
  remember(id: number): void {
    if (id !== this.id) removeCodes();
    forgetDrafts(id);
    remembered = id;
    try {
      localStorage.setItem(KEY, String(id));
    } catch {
      // The next page asks for the network again.
    }
  },
  forget(): void {
    forgetDrafts();
    removeCodes();
    remembered = undefined;
    localStorage.removeItem(KEY);
  },
};
