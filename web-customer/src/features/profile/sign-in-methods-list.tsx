import { PROVIDER_NAMES, SignInMethodsSchema, type SocialProvider } from '@fasocolis/contracts/auth';
import { MessageSchema } from '@fasocolis/contracts/common';
import type { User } from '@fasocolis/contracts/user';
import { api } from '@fasocolis/web-kit/api';
import { visitQuery } from '@fasocolis/web-kit/api-query';
import { longDate } from '@fasocolis/web-kit/dates';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, ButtonLink } from '../../shared/button.tsx';
import { paths } from '../../shared/paths.ts';
import { serverMessage } from '../../shared/server-message.ts';
import { useProfileAction } from './profile-action.ts';
import { NotLoaded, ProfileSection, Row } from './profile-section.tsx';

export function SignInMethodsList({ user }: { user: User }) {
  const queryClient = useQueryClient();
  const { data: methods, isError, refetch } = useQuery(signInMethodsQuery(user.id));
  const unlinking = useProfileAction<SocialProvider>({
    user,
    send: (_, provider) => api.delete('/api/user/sign-in-methods/:provider', MessageSchema, { params: { provider } }),
    done: { title: 'Moyen de connexion retiré' },
    explain: (error) => serverMessage(error, "Ce moyen de connexion n'a pas pu être retiré"),
    onDone: () => void queryClient.invalidateQueries(signInMethodsQuery(user.id)),
  });
  return (
    <ProfileSection title="Moyens de connexion">
      {isError && (
        <NotLoaded onRetry={() => void refetch()}>Vos moyens de connexion n'ont pas pu être chargés.</NotLoaded>
      )}
      {methods && (
        <ul aria-label="Moyens de connexion" className="mt-1 divide-y divide-line">
          <li className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
            <p className="font-medium">Mot de passe</p>
            {methods.hasPassword ? (
              <p className="text-sm text-ink-soft">Choisi</p>
            ) : user.email ? (
              <ButtonLink to={paths.forgotPassword} label="Choisir un mot de passe" />
            ) : (
              <p className="text-sm text-ink-soft">Aucun</p>
            )}
          </li>
          {methods.providers.map(({ provider, linkedAt }) => (
            <Row key={provider} name={PROVIDER_NAMES[provider]} details={`Lié le ${longDate(linkedAt)}`}>
              <Button
                label="Retirer"
                aria-label={`Retirer ${PROVIDER_NAMES[provider]}`}
                disabled={unlinking.isPending}
                onClick={() => unlinking.mutate(provider)}
              />
            </Row>
          ))}
        </ul>
      )}
    </ProfileSection>
  );
}

/** A provider is linked by signing in with it, which may happen in another window. */
export const signInMethodsQuery = (userId: number) =>
  visitQuery(['user', userId, 'sign-in-methods'], '/api/user/sign-in-methods', SignInMethodsSchema);
