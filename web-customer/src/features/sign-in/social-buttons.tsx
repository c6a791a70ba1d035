import { PROVIDER_NAMES, SOCIAL_PROVIDERS, type SocialProvider } from '@fasocolis/contracts/auth';
import { DEFAULT_WHATSAPP_NUMBER } from '@fasocolis/contracts/content';
import type { User } from '@fasocolis/contracts/user';
import { whatsappLink } from '@fasocolis/contracts/whatsapp';
import { toast } from '@fasocolis/web-kit/toast-store';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { buttonClass } from '../../shared/button.tsx';
import { paths } from '../../shared/paths.ts';
import { serverMessage } from '../../shared/server-message.ts';
import { isInApp, providersQuery, showFailure, startSocialSignIn } from '../../shared/social-sign-in.ts';
import { supportNumberQuery } from '../../shared/support-link.tsx';
import { requestWhatsappCode, whatsappStateQuery } from '../../shared/whatsapp-request.ts';
import { AppleIcon, FacebookIcon, GoogleIcon, WhatsappIcon } from './social-icons.tsx';

const ICONS: Record<SocialProvider, () => React.ReactNode> = {
  facebook: FacebookIcon,
  google: GoogleIcon,
  apple: AppleIcon,
};
const IN_APP_REFUSAL =
  'Google refuse la connexion dans une autre application. Ouvrez cette page dans votre navigateur\u00a0: menu ⋮ ou ⋯, «\u00a0Ouvrir dans le navigateur\u00a0».';
const BUTTON = buttonClass('secondary', 'px-2!');

/** Opens WhatsApp with the message that brings a code, where the installation is connected to it. */
function useWhatsapp(onWhatsapp: (text: string) => void) {
  const { data: state } = useQuery(whatsappStateQuery);
  const { data: support } = useQuery(supportNumberQuery);
  const { mutate, isPending } = useMutation({
    mutationFn: (_tab: Window | null) => requestWhatsappCode(),
    onSuccess: (text, tab) => {
      if (tab) tab.location.href = whatsappLink(support?.whatsappNumber || DEFAULT_WHATSAPP_NUMBER, text);
      onWhatsapp(text);
    },
    onError: (error, tab) => {
      tab?.close();
      const description = serverMessage(error, error.message);
      toast({ title: 'Erreur de connexion', description, variant: 'destructive' });
    },
  });
  const start = () => {
    if (!state?.isEnabled) return toast({ title: 'Cette fonctionnalité sera bientôt disponible' });
    // Browsers open a tab only during a click: it is empty until the message has arrived.
    const tab = window.open('', '_blank');
    if (tab) tab.opener = null;
    mutate(tab);
  };
  return { start, isPending };
}

interface Props {
  onSignedIn: (user: User) => void;
  /** Called with the message that brings a code over WhatsApp. */
  onWhatsapp: (text: string) => void;
}

export function SocialButtons({ onSignedIn, onWhatsapp }: Props) {
  const whatsapp = useWhatsapp(onWhatsapp);
  const giveUp = useRef<() => void>(undefined);
  useEffect(() => () => giveUp.current?.(), []);

  const { data } = useQuery(providersQuery);
  const [isRefused, setIsRefused] = useState(false);

  const start = (provider: SocialProvider) => {
    if (data && !data.configured.includes(provider)) return showFailure(PROVIDER_NAMES[provider]);
    if (provider === 'google' && isInApp()) return setIsRefused(true);
    giveUp.current?.();
    giveUp.current = startSocialSignIn(provider, onSignedIn);
  };

  return (
    <section aria-label="Connexion avec un autre compte">
      <p className="my-5 flex items-center gap-3 text-sm text-ink-soft before:h-px before:grow before:bg-line after:h-px after:grow after:bg-line">
        ou continuez avec
      </p>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,max(8.75rem,40%)),1fr))] gap-2">
        {SOCIAL_PROVIDERS.map((provider) => {
          const Icon = ICONS[provider];
          return (
            <button key={provider} type="button" className={BUTTON} onClick={() => start(provider)}>
              <Icon />
              {PROVIDER_NAMES[provider]}
            </button>
          );
        })}
        <button type="button" className={BUTTON} disabled={whatsapp.isPending} onClick={whatsapp.start}>
          <WhatsappIcon />
          WhatsApp
        </button>
      </div>
      <p role="status" className={isRefused ? 'mt-3' : ''}>
        {isRefused && IN_APP_REFUSAL}
      </p>
      <p className="mt-2 text-center">
        <Link
          to={paths.facebookHelp}
          className="inline-flex min-h-11 items-center text-sm text-brand underline underline-offset-4"
        >
          Problème de connexion avec Facebook ?
        </Link>
      </p>
    </section>
  );
}
