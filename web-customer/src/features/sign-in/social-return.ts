import { PROVIDER_NAMES, type SocialProvider } from '@fasocolis/contracts/auth';
import { toast } from '@fasocolis/web-kit/toast-store';
import { useEffect, useEffectEvent } from 'react';
import { useSearchParams } from 'react-router-dom';
import { closeSocialPopup, showFailure } from '../../shared/social-sign-in.ts';
import { COOKIES_REFUSED, isSessionKept } from './kept-session.ts';

const UNNAMED = 'OAuth';
/** Success with Apple is reported under the generic name. */
const SUCCESS_NAMES: Record<string, string> = { facebook: 'Facebook', google: 'Google' };

const nameOf = (provider: string) => PROVIDER_NAMES[provider as SocialProvider] ?? UNNAMED;

/**
 * Shows the outcome of a sign-in at a provider when the address has one, and cleans the address.
 * @returns true until that is done, when nothing else should happen
 * @param onSignedIn called after a success in this window
 */
export function useSocialReturn(onSignedIn: () => void): boolean {
  const [search, setSearch] = useSearchParams();
  const succeeded = search.get('login_success') === 'true';
  const isReturn = succeeded || search.has('login_error');
  const provider = search.get('provider') ?? '';
  const reportSignedIn = useEffectEvent(onSignedIn);

  useEffect(() => {
    if (!isReturn) return;
    // The window that opened this one shows the success, and does not need this one any more.
    if (succeeded && closeSocialPopup()) return;
    setSearch({}, { replace: true });
    const report = async () => {
      if (!succeeded) return showFailure(nameOf(provider));
      if (!(await isSessionKept())) {
        toast({ title: 'Erreur de connexion', description: COOKIES_REFUSED, variant: 'destructive' });
        return;
      }
      const description = `Vous êtes connecté avec ${SUCCESS_NAMES[provider] ?? UNNAMED}`;
      toast({ title: 'Connexion réussie', description });
      reportSignedIn();
    };
    void report();
  }, [isReturn, succeeded, provider, setSearch]);

  return isReturn;
}
