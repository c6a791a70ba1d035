import { forgetDrafts } from '@fasocolis/web-kit/draft';
import { removeCodes } from '@fasocolis/web-kit/hand-over-codes';

const KEY = 'fasocolis:device-user';

/** Who signed in on this device last and did not sign out: the author of what is recorded without a network. */
export const deviceUser = {
  get id(): number | undefined {
    return Number(localStorage.getItem(KEY)) || undefined;
  },
  remember(id: number): void {
    if (id !== this.id) removeCodes();
    forgetDrafts(id);
    localStorage.setItem(KEY, String(id));
  },
  forget(): void {
    forgetDrafts();
    removeCodes();
    localStorage.removeItem(KEY);
  },
};
