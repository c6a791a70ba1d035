import { SessionInfoSchema } from '@fasocolis/contracts/auth';
import { MessageSchema } from '@fasocolis/contracts/common';
import type { User } from '@fasocolis/contracts/user';
import { api } from '@fasocolis/web-kit/api';
import { apiQuery } from '@fasocolis/web-kit/api-query';
import { longDate, timeGmt } from '@fasocolis/web-kit/dates';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import MonitorSmartphone from 'lucide-react/icons/monitor-smartphone';
import { useId } from 'react';
import * as z from 'zod/mini';
import { Button } from '../../shared/button.tsx';
import { useRefreshSession } from '../../shared/session.ts';
import { deviceName } from './device-name.ts';
import { useProfileAction } from './profile-action.ts';

const SessionsSchema = z.array(SessionInfoSchema);

const sessionsQuery = (userId: number) =>
  queryOptions({
    ...apiQuery(['user', userId, 'sessions'], '/api/user/sessions', SessionsSchema),
    // Sessions start and end elsewhere, so they are requested at every visit.
    staleTime: 0,
  });

export function OpenSessions({ user }: { user: User }) {
  const refreshSession = useRefreshSession();
  const title = useId();
  const queryClient = useQueryClient();
  const { data: sessions, isPending, isError, refetch } = useQuery(sessionsQuery(user.id));
  const ending = useProfileAction<string>({
    user,
    send: (_, id) => api.delete('/api/user/sessions/:id', MessageSchema, { params: { id } }),
    done: { title: 'Appareil déconnecté' },
    explain: () => 'Impossible de déconnecter cet appareil',
    onDone: () => {
      void queryClient.invalidateQueries(sessionsQuery(user.id));
      // This session may be the one that ended.
      refreshSession();
    },
  });

  return (
    <section aria-labelledby={title} className="mt-8 border-t border-line pt-6">
      <h2 id={title} className="text-lg font-semibold">
        Appareils connectés
      </h2>
      {isPending && (
        <output className="mt-3 block">
          <span className="sr-only">Chargement des appareils...</span>
          <span className="block h-16 animate-shimmer rounded-xl bg-line" />
        </output>
      )}
      {isError && (
        <div className="mt-3 grid justify-items-start gap-2">
          <p className="text-ink-soft">Vos appareils n'ont pas pu être chargés.</p>
          <Button label="Réessayer" onClick={() => void refetch()} />
        </div>
      )}
      <ul aria-labelledby={title} className="mt-1 divide-y divide-line">
        {sessions?.map(({ id, createdAt, userAgent, isCurrent }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
            <div className="flex min-w-0 items-center gap-3">
              <MonitorSmartphone aria-hidden size={24} className="shrink-0 text-brand" />
              <div className="min-w-0">
                <p className="font-medium">
                  {deviceName(userAgent)}
                  {isCurrent && (
                    <span className="ml-2 inline-block max-w-full rounded-full bg-green-surface px-2 py-0.5 text-sm font-semibold text-green">
                      Cet appareil
                    </span>
                  )}
                </p>
                <p className="text-sm text-ink-soft tabular-nums">
                  Depuis le {longDate(createdAt)}, <span className="whitespace-nowrap">{timeGmt(createdAt)}</span>
                </p>
              </div>
            </div>
            <Button label="Déconnecter" disabled={ending.isPending} onClick={() => ending.mutate(id)} />
          </li>
        ))}
      </ul>
    </section>
  );
}
