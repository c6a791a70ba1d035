import { EmailVerificationSchema } from '@fasocolis/contracts/auth';
import { ApiError, api } from '@fasocolis/web-kit/api';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { buttonClass } from '../../shared/button.tsx';
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
        action={<ToProfile status="invalid" />}
      />
    );
  }
  if (error) {
    return (
      <Outcome
        tone="failure"
        title="Vérification impossible"
        text={explain(error)}
        action={<ToProfile status="error" />}
      />
    );
  }
  if (!data) return <Waiting text="Vérification de votre adresse..." />;
  return (
    <Outcome
      tone="success"
      title={data.alreadyVerified ? 'Déjà vérifié' : 'Email vérifié'}
      text={data.message}
      action={<ToProfile status="success" />}
    />
  );
}

const explain = (error: Error) =>
  error instanceof ApiError && error.status === 0
    ? "Une erreur est survenue lors de la vérification de l'email"
    : serverMessage(error, "Échec de la vérification de l'email");

function ToProfile({ status }: { status: 'success' | 'error' | 'invalid' }): ReactNode {
  return (
    <Link
      to={`${paths.profile}?${new URLSearchParams({ verificationStatus: status })}`}
      className={buttonClass('primary', 'min-h-12')}
    >
      Aller à mon profil
    </Link>
  );
}
