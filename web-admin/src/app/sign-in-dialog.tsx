import { ENTRY_PAGES } from '@fasocolis/contracts/site-paths';
import { UserSchema } from '@fasocolis/contracts/user';
import { Typography } from '@mui/material';
import { useEffect, useRef } from 'react';
import { MainButton, TextButton } from '../components/text-button.tsx';
import { takeFocus, WorkDialog } from '../components/work-dialog.tsx';
import { deviceUser } from '../providers/device-user.ts';

const CHECK_MS = 2000;

/** Fetches the signed-in user without the API client, whose calls wait for this dialog. */
async function signedInUser() {
  const response = await fetch('/api/user', { credentials: 'include' });
  return UserSchema.safeParse(await response.json()).data;
}

/** Offers to sign in again in a separate window, so that unsaved input stays. */
export default function SignInDialog({ onSettled }: { onSettled: (isGiven: boolean) => void }) {
  const opened = useRef<Window | null>(null);
  useEffect(() => {
    const check = async () => {
      const user = await signedInUser().catch(() => undefined);
      if (!user) return;
      opened.current?.close();
      // Another user must not see what this one has typed.
      if (user.id === deviceUser.id) onSettled(true);
      else location.reload();
    };
    const checking = setInterval(() => void check(), CHECK_MS);
    return () => clearInterval(checking);
  }, [onSettled]);
  const signIn = () => {
    opened.current = window.open(ENTRY_PAGES.auth, 'fasocolis-sign-in', 'popup,width=480,height=760');
  };
  return (
    <WorkDialog
      title="Votre session a expiré"
      maxWidth="xs"
      isBusy
      onClose={() => {}}
      actions={
        <>
          <TextButton label="Quitter" onClick={() => onSettled(false)} />
          <MainButton label="Se connecter" ref={takeFocus} onClick={signIn} />
        </>
      }
    >
      <Typography>
        Ce que vous avez saisi est gardé. Connectez-vous dans la fenêtre qui s'ouvre&nbsp;: vous reviendrez ici, et ce
        qui était en cours reprendra.
      </Typography>
    </WorkDialog>
  );
}
