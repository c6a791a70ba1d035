import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { VerifyEmail } from '../features/recovery/verify-email.tsx';
import { sessionQuery } from '../features/session/session.ts';

export default function VerifyEmailScreen() {
  const queryClient = useQueryClient();
  const refreshSession = useCallback(() => void queryClient.invalidateQueries(sessionQuery), [queryClient]);
  return <VerifyEmail onVerified={refreshSession} />;
}
