import type { User } from '@fasocolis/contracts/user';
import { forgetReturnAddress, keptReturnAddress } from '@fasocolis/web-kit/return-address';
import { toast } from '@fasocolis/web-kit/toast-store';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, useEffect, useState } from 'react';
import { Link, Navigate, useLocation, useSearchParams } from 'react-router-dom';
import { buttonClass } from '../../shared/button.tsx';
import { Spinner } from '../../shared/loading.tsx';
import { NarrowPage } from '../../shared/page.tsx';
import { paths } from '../../shared/paths.ts';
import { processedPopups } from '../../shared/processed-popups.ts';
import { sessionQuery, useUser } from '../../shared/session.ts';
import { closeSocialPopup } from '../../shared/social-sign-in.ts';
import { Tabs } from '../../shared/tabs.tsx';
import { requestWhatsappCode, whatsappStateQuery } from '../../shared/whatsapp-request.ts';
import { RegisterForm } from './register-form.tsx';
import { SECOND_STEP } from './second-step-parameter.ts';
import { SignInForm } from './sign-in-form.tsx';
import { SocialButtons } from './social-buttons.tsx';
import { useSocialReturn } from './social-return.ts';

/** In the address while a code is awaited, see `SECOND_STEP`. */
const WHATSAPP = 'whatsapp';

const SecondStep = lazy(() => import('./second-step.tsx'));
const WhatsappSignIn = lazy(() => import('./whatsapp-sign-in.tsx'));

export default function Auth() {
  const [search, setSearch] = useSearchParams();
  const user = useUser();
  const location = useLocation();
  // Where a guard of this site or of the back office led here from.
  const [address] = useState(() => keptReturnAddress() ?? (location.state as { from?: string } | null)?.from);
  // A render that React discards would lose the address.
  useEffect(forgetReturnAddress, []);
  const isReturning = useSocialReturn(processedPopups.clear);
  const queryClient = useQueryClient();
  const welcome = (person: User) => {
    processedPopups.clear();
    queryClient.setQueryData(sessionQuery.queryKey, person);
  };
  // A phone with little memory may load the page again while WhatsApp is open: the server then gives the same message.
  const isAwaited = search.has(WHATSAPP) && user === null;
  const { data: state } = useQuery({ ...whatsappStateQuery, enabled: isAwaited });
  const whatsapp = useQuery({
    queryKey: ['whatsapp-text'],
    queryFn: requestWhatsappCode,
    enabled: isAwaited && state?.isEnabled === true,
    gcTime: 0,
  });
  const beginWhatsapp = (text: string) => {
    queryClient.setQueryData(['whatsapp-text'], text);
    setSearch({ [WHATSAPP]: 'true' }, { replace: true });
  };
  const beginSecondStep = () => setSearch({ [SECOND_STEP]: 'true' }, { replace: true });
  const leaveSecondStep = () => setSearch({}, { replace: true });
  const completeSecondStep = (person: User) => {
    // The window that opened this one shows the success.
    if (closeSocialPopup()) return;
    toast({ title: 'Connexion réussie' });
    welcome(person);
    leaveSecondStep();
  };

  if (isReturning) return <Spinner />;
  // Before the next line: a user who is signed in may have to sign in again.
  if (search.has(SECOND_STEP)) return <SecondStep onSignedIn={completeSecondStep} onOver={leaveSecondStep} />;
  if (user) return <Landing user={user} address={address} />;
  if (search.has(WHATSAPP) && whatsapp.data !== undefined) {
    return (
      <WhatsappSignIn
        text={whatsapp.data}
        onSignedIn={welcome}
        onSecondStep={beginSecondStep}
        onOver={() => setSearch({}, { replace: true })}
      />
    );
  }
  return (
    <NarrowPage
      title="Votre compte"
      intro="Retrouvez vos colis et sauvegardez ceux que vous suivez."
      below={<LegalNotice />}
    >
      <noscript>
        <p>
          Pour vous connecter, activez JavaScript dans votre navigateur, puis rechargez la page. Sans compte, vous
          pouvez{' '}
          <a href={paths.home} className={TEXT_LINK}>
            suivre un colis
          </a>
          .
        </p>
        <a href={paths.contact} className={buttonClass('secondary', 'mt-4 w-full')}>
          Contacter le service client
        </a>
      </noscript>
      <div className="noscript:hidden">
        <Tabs
          label="Connexion ou inscription"
          tabs={[
            {
              id: 'sign-in',
              label: 'Connexion',
              content: <SignInForm onSignedIn={welcome} onSecondStep={beginSecondStep} />,
            },
            { id: 'register', label: 'Inscription', content: <RegisterForm onRegistered={welcome} /> },
          ]}
          panelClass="mt-5"
        />
        <SocialButtons onSignedIn={welcome} onWhatsapp={beginWhatsapp} />
      </div>
    </NarrowPage>
  );
}

const TEXT_LINK = 'text-brand underline underline-offset-4';

function LegalNotice() {
  return (
    <p className="mt-6 text-sm text-ink-soft">
      En vous connectant, vous acceptez nos{' '}
      <Link to={paths.terms} className={TEXT_LINK}>
        Conditions d'utilisation
      </Link>{' '}
      et notre{' '}
      <Link to={paths.privacy} className={TEXT_LINK}>
        Politique de confidentialité
      </Link>
      .
    </p>
  );
}

const BACK_OFFICE = '/admin';

interface LandingProps {
  user: User;
  /** Where a guard led to the sign-in page from. */
  address: string | undefined;
}

/** Where a sign-in leads: back to where it was demanded, agents to their work, all others home. */
function Landing({ user, address = user.isAgent ? BACK_OFFICE : paths.home }: LandingProps) {
  const isOtherSite = address.startsWith(BACK_OFFICE);
  useEffect(() => {
    if (isOtherSite) location.replace(address);
  }, [isOtherSite, address]);
  return isOtherSite ? <Spinner /> : <Navigate to={address} replace />;
}
