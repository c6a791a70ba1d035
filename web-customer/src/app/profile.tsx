import type { User } from '@fasocolis/contracts/user';
import { useQueryClient } from '@tanstack/react-query';
import { useOutletContext } from 'react-router-dom';
import { Profile } from '../features/profile/profile.tsx';
import { sessionQuery } from '../features/session/session.ts';
import { signInAgain } from '../features/session/social-sign-in.ts';

export default function ProfileScreen() {
  const user = useOutletContext<User>();
  const queryClient = useQueryClient();
  return (
    <Profile user={user} onChanged={() => void queryClient.invalidateQueries(sessionQuery)} signInAgain={signInAgain} />
  );
}
