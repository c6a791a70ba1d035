import { useQueryClient } from '@tanstack/react-query';
import { ResetPassword } from '../features/recovery/reset-password.tsx';
import { sessionQuery } from '../features/session/session.ts';

export default function ResetPasswordScreen() {
  const queryClient = useQueryClient();
  return <ResetPassword onReset={() => void queryClient.invalidateQueries(sessionQuery)} />;
}
