import { toast } from '@fasocolis/web-kit/toast-store';
import { type ComponentType, lazy } from 'react';

/** Between two attempts, in milliseconds, unless the network comes back before. */
const PAUSE_MS = 10_000;

type Module<Props> = Promise<{ default: ComponentType<Props> }>;

/** A part of the page that the page does without until its code has loaded. After a failure it is loaded again. */
export const optional = <Props extends object>(importModule: () => Module<Props>) => lazy(() => retried(importModule));

async function retried<Props>(importModule: () => Module<Props>): Module<Props> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await importModule();
    } catch {
      if (attempt === 1) {
        toast({
          title: "Une partie de la page n'a pas pu être chargée.",
          description: 'Nouvel essai dès que possible.',
        });
      }
      await new Promise((resolve) => {
        setTimeout(resolve, PAUSE_MS);
        addEventListener('online', resolve, { once: true });
      });
    }
  }
}
