/** Browsers start reading the file some time after the click, and none tells when it is done. */
const RELEASE_DELAY = 60_000;

/** Saves a file on this machine, as a click on a link to it would. */
export function saveFile(name: string, content: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), RELEASE_DELAY);
}
