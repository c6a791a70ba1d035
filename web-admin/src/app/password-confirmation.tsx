import { lazy, Suspense } from 'react';
import { useWaitingChange } from '../providers/recent-sign-in.ts';

/** Rarely needed. */
const PasswordDialog = lazy(() => import('./password-dialog.tsx'));

/** Asks for the password when a change needs a recent sign-in. */
export function PasswordConfirmation() {
  const waiting = useWaitingChange();
  return (
    waiting && (
      <Suspense>
        <PasswordDialog onSettled={waiting.settle} />
      </Suspense>
    )
  );
}
