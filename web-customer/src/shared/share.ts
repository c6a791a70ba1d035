import { PRODUCT_NAME } from '@fasocolis/contracts/brand';
import { toast } from '@fasocolis/web-kit/toast-store';

interface Shared {
  title: string;
  /** Sent before the link. */
  text?: string;
  url: string;
  /** Shown when the link was copied, where the device cannot share. */
  copied: string;
}

/** Opens the device's share sheet with a link, or copies the link with a toast where there is none. */
export async function share({ title, text, url, copied }: Shared): Promise<void> {
  if (!navigator.share) {
    await copy(url, { title: 'Lien copié', description: copied });
    return;
  }
  try {
    await navigator.share({ title, url, ...(text && { text }) });
  } catch (error) {
    // Closing the share sheet rejects too, and is not a failure.
    if (isTapExpired(error)) toast(TAP_AGAIN);
  }
}

const TAP_AGAIN = { title: 'Touchez encore une fois', description: 'Le premier toucher a attendu trop longtemps.' };

/** Whether an action was refused because the tap that a browser requires for it is seconds ago: the page was loading. */
const isTapExpired = (error: unknown) => error instanceof DOMException && error.name === 'NotAllowedError' && !hasTap();

/** Whether the user has tapped just now; true where the browser does not say. */
export function hasTap(): boolean {
  const { userActivation } = navigator as { userActivation?: UserActivation };
  return userActivation?.isActive ?? true;
}

/** Copies a text to the clipboard and shows `done`; shows the text itself when the browser refuses. */
export async function copy(text: string, done: { title: string; description?: string }): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast(done);
  } catch (error) {
    toast(isTapExpired(error) ? TAP_AGAIN : { title: 'Copie impossible', description: text, variant: 'destructive' });
  }
}

export const shareApp = () =>
  share({
    title: PRODUCT_NAME,
    url: `${location.origin}/`,
    copied: "Le lien de l'application a été copié dans le presse-papiers.",
  });
