/** Browsers read the file some time after the click and do not report the end; in milliseconds. */
const RELEASE_DELAY = 60_000;

export function saveFile(name: string, content: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), RELEASE_DELAY);
}
