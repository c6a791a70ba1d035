/** For how long the administrator sees that a page was saved before it is shown, in milliseconds. */
const PAUSE = 500;

/** Opens a page that was saved: it is on the customer site, so this one is left. */
export function showSaved(address: string): void {
  setTimeout(() => location.assign(address), PAUSE);
}
