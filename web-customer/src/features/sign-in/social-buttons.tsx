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
import { isInApp, providersQuery, showFailure, startSocialSignIn } from '../../shared/social-sign-in.ts';
import { supportNumberQuery } from '../../shared/support-link.tsx';
import { requestWhatsappCode, whatsappStateQuery } from '../../shared/whatsapp-request.ts';
import { toastFailedSignIn } from './kept-session.ts';

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
      toastFailedSignIn(error);
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
        <Link to={paths.facebookHelp} className="text-link text-sm">
          Problème de connexion avec Facebook ?
        </Link>
      </p>
    </section>
  );
}

/** The providers' logos, as their rules for sign-in buttons require. */
function FacebookIcon() {
  return (
    <svg aria-hidden="true" viewBox="0 0 24 24" className="size-5" fill="#1877F2">
      <path d="M24 12a12 12 0 1 0-13.875 11.854v-8.385H7.078V12h3.047V9.356c0-3.007 1.792-4.669 4.533-4.669 1.312 0 2.686.234 2.686.234v2.953h-1.514c-1.491 0-1.955.925-1.955 1.875V12h3.328l-.532 3.469h-2.796v8.385A12.003 12.003 0 0 0 24 12Z" />
    </svg>
  );
}

function GoogleIcon() {
  return (
    <svg aria-hidden="true" viewBox="0 0 24 24" className="size-5">
      <path
        fill="#4285F4"
        d="M22.56 12.25c0-.78-.07-1.53-.20-2.25H12v4.26h5.92c-.26 1.37-1.04 2.53-2.21 3.31v2.77h3.57c2.08-1.92 3.28-4.74 3.28-8.09Z"
      />
      <path
        fill="#34A853"
        d="M12 23c2.97 0 5.46-.98 7.28-2.66l-3.57-2.77c-.98.66-2.23 1.06-3.71 1.06-2.86 0-5.29-1.93-6.16-4.53H2.18v2.84C3.99 20.53 7.70 23 12 23Z"
      />
      <path
        fill="#FBBC05"
        d="M5.84 14.09c-.22-.66-.35-1.36-.35-2.09s.13-1.43.35-2.09V7.07H2.18C1.43 8.55 1 10.22 1 12s.43 3.45 1.18 4.93l3.66-2.84Z"
      />
      <path
        fill="#EA4335"
        d="M12 5.38c1.62 0 3.06.56 4.21 1.64l3.15-3.15C17.45 2.09 14.97 1 12 1 7.70 1 3.99 3.47 2.18 7.07l3.66 2.84c.87-2.60 3.30-4.53 6.16-4.53Z"
      />
    </svg>
  );
}

function AppleIcon() {
  return (
    <svg aria-hidden="true" viewBox="0 0 24 24" className="size-5" fill="currentColor">
      <path d="M17.05 20.28c-.98.95-2.05.80-3.08.35-1.09-.46-2.09-.48-3.24 0-1.44.62-2.20.44-3.06-.35C2.79 15.25 3.51 7.59 9.05 7.31c1.35.07 2.29.74 3.08.80 1.18-.24 2.31-.93 3.57-.84 1.51.12 2.65.72 3.40 1.80-3.12 1.87-2.38 5.98.48 7.13-.57 1.50-1.31 2.99-2.53 4.08ZM12.03 7.25c-.15-2.23 1.66-4.07 3.74-4.25.29 2.58-2.34 4.50-3.74 4.25Z" />
    </svg>
  );
}

function WhatsappIcon() {
  return (
    <svg aria-hidden="true" viewBox="0 0 24 24" className="size-5" fill="#25D366">
      <path d="M17.472 14.382c-.297-.149-1.758-.867-2.03-.967-.273-.099-.471-.148-.67.15-.197.297-.767.966-.94 1.164-.173.199-.347.223-.644.075-.297-.15-1.255-.463-2.39-1.475-.883-.788-1.48-1.761-1.653-2.059-.173-.297-.018-.458.13-.606.134-.133.298-.347.446-.52.149-.174.198-.298.298-.497.099-.198.05-.371-.025-.52-.075-.149-.669-1.612-.916-2.207-.242-.579-.487-.50-.669-.51-.173-.008-.371-.01-.57-.01-.198 0-.52.074-.792.372-.272.297-1.04 1.016-1.04 2.479 0 1.462 1.065 2.875 1.213 3.074.149.198 2.096 3.20 5.077 4.487.709.306 1.262.489 1.694.625.712.227 1.36.195 1.871.118.571-.085 1.758-.719 2.006-1.413.248-.694.248-1.289.173-1.413-.074-.124-.272-.198-.57-.347m-5.421 7.403h-.004a9.87 9.87 0 0 1-5.031-1.378l-.361-.214-3.741.982.998-3.648-.235-.374a9.86 9.86 0 0 1-1.51-5.26c.001-5.45 4.436-9.884 9.888-9.884 2.64 0 5.122 1.03 6.988 2.898a9.825 9.825 0 0 1 2.893 6.994c-.003 5.45-4.437 9.884-9.885 9.884m8.413-18.297A11.815 11.815 0 0 0 12.05 0C5.495 0 .16 5.335.157 11.892c0 2.096.547 4.142 1.588 5.945L.057 24l6.305-1.654a11.882 11.882 0 0 0 5.683 1.448h.005c6.554 0 11.89-5.335 11.893-11.893a11.821 11.821 0 0 0-3.48-8.413Z" />
    </svg>
  );
}
