import { SessionInfoSchema } from '@fasocolis/contracts/auth';
import { MessageSchema } from '@fasocolis/contracts/common';
import type { User } from '@fasocolis/contracts/user';
import { api } from '@fasocolis/web-kit/api';
import { visitQuery } from '@fasocolis/web-kit/api-query';
import { longDate, timeGmt } from '@fasocolis/web-kit/dates';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import MonitorSmartphone from 'lucide-react/icons/monitor-smartphone';
import * as z from 'zod/mini';
import { Button } from '../../shared/button.tsx';
import { useRefreshSession } from '../../shared/session.ts';
import { deviceName } from './device-name.ts';
import { useProfileAction } from './profile-action.ts';
import { NotLoaded, ProfileSection, Row } from './profile-section.tsx';

const SessionsSchema = z.array(SessionInfoSchema);

const sessionsQuery = (userId: number) =>
  visitQuery(['user', userId, 'sessions'], '/api/user/sessions', SessionsSchema);

export function OpenSessions({ user }: { user: User }) {
  const refreshSession = useRefreshSession();
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
    <ProfileSection title="Appareils connectés">
      {isPending && (
        <output className="mt-3 block">
          <span className="sr-only">Chargement des appareils...</span>
          <span className="block h-16 animate-shimmer rounded-xl bg-line" />
        </output>
      )}
      {isError && <NotLoaded onRetry={() => void refetch()}>Vos appareils n'ont pas pu être chargés.</NotLoaded>}
      <ul aria-label="Appareils connectés" className="mt-1 divide-y divide-line">
        {sessions?.map(({ id, createdAt, userAgent, isCurrent }) => (
          <Row
            key={id}
            icon={MonitorSmartphone}
            name={
              <>
                {deviceName(userAgent)}
                {isCurrent && (
                  <span className="ml-2 inline-block max-w-full rounded-full bg-green-surface px-2 py-0.5 text-sm font-semibold text-green">
                    Cet appareil
                  </span>
                )}
              </>
            }
            details={
              <>
                Depuis le {longDate(createdAt)}, <span className="whitespace-nowrap">{timeGmt(createdAt)}</span>
              </>
            }
          >
            <Button label="Déconnecter" disabled={ending.isPending} onClick={() => ending.mutate(id)} />
          </Row>
        ))}
      </ul>
    </ProfileSection>
  );
}
