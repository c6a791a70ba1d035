/** How long the success toast is visible before the page is left, in milliseconds. */
const PAUSE = 500;

export function showSaved(address: string): void {
  setTimeout(() => location.assign(address), PAUSE);
}
