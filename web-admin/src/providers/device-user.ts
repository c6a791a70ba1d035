const KEY = 'fasocolis:device-user';

/** Who signed in on this device last and did not sign out: the author of what is recorded without a network. */
export const deviceUser = {
  get id(): number | undefined {
    return Number(localStorage.getItem(KEY)) || undefined;
  },
  remember: (id: number) => localStorage.setItem(KEY, String(id)),
  forget: () => localStorage.removeItem(KEY),
};
