import { forgetDrafts } from '@fasocolis/web-kit/draft';
import { removeCodes } from '@fasocolis/web-kit/hand-over-codes';
import { deviceStorage } from '@fasocolis/web-kit/storage';

const KEY = 'fasocolis:device-user';

/** A device without room, or that refuses storage, keeps the user until the page is left. */
let remembered: number | undefined;

/** Who signed in on this device last and did not sign out: the author of what is recorded without a network. */
export const deviceUser = {
  get id(): number | undefined {
    return Number(deviceStorage.get(KEY)) || remembered;
  },
  remember(id: number): void {
    if (id !== this.id) removeCodes();
    forgetDrafts(id);
    remembered = id;
    deviceStorage.set(KEY, String(id));
  },
  forget(): void {
    forgetDrafts();
    removeCodes();
    remembered = undefined;
    deviceStorage.set(KEY, null);
  },
};
