import type { User } from '@fasocolis/contracts/user';
import { useQueryClient } from '@tanstack/react-query';
import { Link, Navigate } from 'react-router-dom';
import { Spinner } from '../../shared/loading.tsx';
import { NarrowPage } from '../../shared/page.tsx';
import { paths } from '../../shared/paths.ts';
import { processedPopups } from '../../shared/processed-popups.ts';
import { sessionQuery, useUser } from '../../shared/session.ts';
import { Tabs } from '../../shared/tabs.tsx';
import { RegisterForm } from './register-form.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { SocialButtons } from './social-buttons.tsx';
import { useSocialReturn } from './social-return.ts';

export default function Auth() {
  const user = useUser();
  const isReturning = useSocialReturn(processedPopups.clear);
  const queryClient = useQueryClient();
  if (user === undefined || isReturning) return <Spinner />;
  if (user) return <Navigate to={paths.home} replace />;

  const welcome = (person: User) => {
    processedPopups.clear();
    queryClient.setQueryData(sessionQuery.queryKey, person);
  };
  return (
    <NarrowPage
      title="Votre compte"
      intro="Retrouvez vos colis et enregistrez ceux que vous suivez."
      below={<LegalNotice />}
    >
      <Tabs
        label="Connexion ou inscription"
        tabs={[
          { id: 'sign-in', label: 'Connexion', content: <SignInForm onSignedIn={welcome} /> },
          { id: 'register', label: 'Inscription', content: <RegisterForm onRegistered={welcome} /> },
        ]}
        panelClass="mt-5"
      />
      <SocialButtons onSignedIn={welcome} />
    </NarrowPage>
  );
}

const LEGAL_LINK = 'text-brand underline underline-offset-4';

function LegalNotice() {
  return (
    <p className="mt-6 text-sm text-ink-soft">
      En vous connectant, vous acceptez nos{' '}
      <Link to={paths.terms} className={LEGAL_LINK}>
        Conditions d'utilisation
      </Link>{' '}
      et notre{' '}
      <Link to={paths.privacy} className={LEGAL_LINK}>
        Politique de confidentialité
      </Link>
      .
    </p>
  );
}
