import { PROVIDER_NAMES, SignInMethodsSchema, type SocialProvider } from '@fasocolis/contracts/auth';
import { MessageSchema } from '@fasocolis/contracts/common';
import type { User } from '@fasocolis/contracts/user';
import { api } from '@fasocolis/web-kit/api';
import { apiQuery } from '@fasocolis/web-kit/api-query';
import { longDate } from '@fasocolis/web-kit/dates';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { Button, ButtonLink } from '../../shared/button.tsx';
import { paths } from '../../shared/paths.ts';
import { serverMessage } from '../../shared/server-message.ts';
import { useProfileAction } from './profile-action.ts';

export function SignInMethodsList({ user }: { user: User }) {
  const title = useId();
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
    <section aria-labelledby={title} className="mt-8 border-t border-line pt-6">
      <h2 id={title} className="text-lg font-semibold">
        Moyens de connexion
      </h2>
      {isError && (
        <div className="mt-3 grid justify-items-start gap-2">
          <p className="text-ink-soft">Vos moyens de connexion n'ont pas pu être chargés.</p>
          <Button label="Réessayer" onClick={() => void refetch()} />
        </div>
      )}
      {methods && (
        <ul aria-labelledby={title} className="mt-1 divide-y divide-line">
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
            <li key={provider} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
              <div>
                <p className="font-medium">{PROVIDER_NAMES[provider]}</p>
                <p className="text-sm text-ink-soft tabular-nums">Lié le {longDate(linkedAt)}</p>
              </div>
              <Button
                label="Retirer"
                aria-label={`Retirer ${PROVIDER_NAMES[provider]}`}
                disabled={unlinking.isPending}
                onClick={() => unlinking.mutate(provider)}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

export const signInMethodsQuery = (userId: number) =>
  queryOptions({
    ...apiQuery(['user', userId, 'sign-in-methods'], '/api/user/sign-in-methods', SignInMethodsSchema),
    // A provider is linked by signing in with it, which may happen in another window.
    staleTime: 0,
  });
