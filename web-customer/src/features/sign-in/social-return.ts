import { PROVIDER_NAMES, type SocialProvider } from '@fasocolis/contracts/auth';
import { toast } from '@fasocolis/web-kit/toast-store';
import { useEffect, useEffectEvent } from 'react';
import { useSearchParams } from 'react-router-dom';
import { closeSocialPopup, tellFailure } from '../../shared/social-sign-in.ts';

const UNNAMED = 'OAuth';
/** Apple's success is told under the generic name. */
const SUCCESS_NAMES: Record<string, string> = { facebook: 'Facebook', google: 'Google' };

const nameOf = (provider: string) => PROVIDER_NAMES[provider as SocialProvider] ?? UNNAMED;

/**
 * Tells how a sign-in at a provider ended when the address says so, and cleans the address. Answers true until that
 * is done: nothing else should happen before. `onSignedIn` is called when it ended well, in this very window.
 */
export function useSocialReturn(onSignedIn: () => void): boolean {
  const [search, setSearch] = useSearchParams();
  const succeeded = search.get('login_success') === 'true';
  const isReturn = succeeded || search.has('login_error');
  const provider = search.get('provider') ?? '';
  const tellSignedIn = useEffectEvent(onSignedIn);

  useEffect(() => {
    if (!isReturn) return;
    // The window that opened this one tells the success, and needs it no longer.
    if (succeeded && closeSocialPopup()) return;
    if (succeeded) {
      const description = `Vous êtes connecté avec ${SUCCESS_NAMES[provider] ?? UNNAMED}`;
      toast({ title: 'Connexion réussie', description });
      tellSignedIn();
    } else {
      tellFailure(nameOf(provider));
    }
    setSearch({}, { replace: true });
  }, [isReturn, succeeded, provider, setSearch]);

  return isReturn;
}
