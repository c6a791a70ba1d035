import { EmailVerificationSchema } from '@fasocolis/contracts/auth';
import { ApiError, api } from '@fasocolis/web-kit/api';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Waiting } from '../../shared/loading.tsx';
import { Outcome } from '../../shared/page.tsx';
import { paths } from '../../shared/paths.ts';
import { serverMessage } from '../../shared/server-message.ts';
import { useRefreshSession } from '../../shared/session.ts';

export default function VerifyEmail() {
  const refreshSession = useRefreshSession();
  const token = useSearchParams()[0].get('token') ?? '';
  const { data, error } = useQuery({
    queryKey: ['email-verification', token],
    queryFn: () => api.get('/api/email/verify', EmailVerificationSchema, { query: { token } }),
    enabled: token !== '',
  });
  useEffect(() => {
    if (data) refreshSession();
  }, [data, refreshSession]);

  if (token === '') {
    return (
      <Outcome
        tone="failure"
        title="Lien invalide"
        text="Jeton de vérification manquant ou invalide"
        {...toProfile('invalid')}
      />
    );
  }
  if (error) {
    return <Outcome tone="failure" title="Vérification impossible" text={explain(error)} {...toProfile('error')} />;
  }
  if (!data) return <Waiting text="Vérification de votre adresse..." />;
  return (
    <Outcome
      tone="success"
      title={data.alreadyVerified ? 'Déjà vérifié' : 'Email vérifié'}
      text={data.message}
      {...toProfile('success')}
    />
  );
}

const explain = (error: Error) =>
  error instanceof ApiError && error.status === 0
    ? "Une erreur est survenue lors de la vérification de l'email"
    : serverMessage(error, "Échec de la vérification de l'email");

/** The link to the profile, whose address says what became of the verification. */
const toProfile = (verificationStatus: 'success' | 'error' | 'invalid') => ({
  to: `${paths.profile}?${new URLSearchParams({ verificationStatus })}`,
  label: 'Aller à mon profil',
});
