import { PRODUCT_NAME } from '@fasocolis/contracts/brand';
import { toast } from '@fasocolis/web-kit/toast-store';

interface Shared {
  title: string;
  url: string;
  /** Said when the link was copied, where the device cannot share. */
  copied: string;
}

/** Hands a link to the device's share sheet, or copies it and says so where there is none. */
export async function share({ title, url, copied }: Shared): Promise<void> {
  if (!navigator.share) {
    await copy(url, { title: 'Lien copié', description: copied });
    return;
  }
  try {
    await navigator.share({ title, url });
  } catch {
    // Closing the share sheet rejects too: nothing has gone wrong then.
  }
}

/** Puts a text on the clipboard and shows `done`; where the browser refuses, shows the text itself. */
export async function copy(text: string, done: { title: string; description?: string }): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast(done);
  } catch {
    toast({ title: 'Copie impossible', description: text, variant: 'destructive' });
  }
}

export const shareApp = () =>
  share({
    title: PRODUCT_NAME,
    url: `${location.origin}/`,
    copied: "Le lien de l'application a été copié dans le presse-papiers.",
  });
