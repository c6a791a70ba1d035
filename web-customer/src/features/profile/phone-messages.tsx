import { MessageSchema } from '@fasocolis/contracts/common';
import { type PushDevice, PushDevicesSchema } from '@fasocolis/contracts/push';
import type { User } from '@fasocolis/contracts/user';
import { api } from '@fasocolis/web-kit/api';
import { apiQuery } from '@fasocolis/web-kit/api-query';
import { longDate } from '@fasocolis/web-kit/dates';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import BellRing from 'lucide-react/icons/bell-ring';
import { useEffect, useId } from 'react';
import { Button } from '../../shared/button.tsx';
import { readPushState, subscribeToPushState, withTarget, writePushState } from '../../shared/push-state.ts';
import { PushToggle } from '../../shared/push-toggle.tsx';
import { deviceName } from './device-name.ts';
import { useProfileAction } from './profile-action.ts';

const devicesQuery = (userId: number) =>
  queryOptions({
    ...apiQuery(['user', userId, 'push-devices'], '/api/push/devices', PushDevicesSchema),
    // They are added and lost elsewhere.
    staleTime: 0,
  });

/** The browsers that are told about everything of the account. */
function PushDevices({ user }: { user: User }) {
  const queryClient = useQueryClient();
  const { data: devices, isError, refetch } = useQuery(devicesQuery(user.id));
  useEffect(
    () => subscribeToPushState(() => void queryClient.invalidateQueries(devicesQuery(user.id))),
    [queryClient, user.id],
  );
  const removal = useProfileAction<PushDevice>({
    user,
    send: async ({ id: userId }, { id, isCurrent }) => {
      await api.delete('/api/push/devices/:id', MessageSchema, { params: { id } });
      if (isCurrent) writePushState(withTarget(readPushState(), { userId }, false));
    },
    done: { title: 'Appareil retiré' },
    explain: () => 'Impossible de retirer cet appareil',
    onDone: () => void queryClient.invalidateQueries(devicesQuery(user.id)),
  });

  if (isError) {
    return (
      <div className="mt-4 grid justify-items-start gap-2">
        <p className="text-ink-soft">Les appareils avertis n'ont pas pu être chargés.</p>
        <Button label="Réessayer" onClick={() => void refetch()} />
      </div>
    );
  }
  if (!devices?.length) return null;
  return (
    <ul aria-label="Appareils avertis" className="mt-4 divide-y divide-line">
      {devices.map((device) => (
        <li key={device.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
          <div className="flex min-w-0 items-center gap-3">
            <BellRing aria-hidden size={24} className="shrink-0 text-brand" />
            <div className="min-w-0">
              <p className="font-medium">{deviceName(device.userAgent)}</p>
              <p className="text-sm text-ink-soft tabular-nums">Depuis le {longDate(device.createdAt)}</p>
            </div>
          </div>
          <Button label="Retirer" disabled={removal.isPending} onClick={() => removal.mutate(device)} />
        </li>
      ))}
    </ul>
  );
}

/** Subscribes this browser to everything of the account, and lists all that are subscribed. */
export function PhoneMessages({ user }: { user: User }) {
  const title = useId();
  return (
    <section aria-labelledby={title} className="mt-4 rounded-2xl bg-surface p-4 shadow-lg ring-1 ring-hairline sm:p-8">
      <h2 id={title} className="text-lg font-semibold">
        Notifications sur ce téléphone
      </h2>
      <p className="mt-1 text-ink-soft">
        Les nouvelles de tous vos colis et nos annonces, même quand le site est fermé.
      </p>
      <PushToggle target={{ userId: user.id }} className="mt-3 sm:max-w-sm" />
      <PushDevices user={user} />
    </section>
  );
}
