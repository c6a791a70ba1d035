import { MessageSchema } from '@fasocolis/contracts/common';
import { type PushDevice, PushDevicesSchema } from '@fasocolis/contracts/push';
import type { User } from '@fasocolis/contracts/user';
import { api } from '@fasocolis/web-kit/api';
import { visitQuery } from '@fasocolis/web-kit/api-query';
import { longDate } from '@fasocolis/web-kit/dates';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import BellRing from 'lucide-react/icons/bell-ring';
import { useEffect } from 'react';
import { Button } from '../../shared/button.tsx';
import { readPushState, subscribeToPushState, withTarget, writePushState } from '../../shared/push-state.ts';
import { PushToggle } from '../../shared/push-toggle.tsx';
import { deviceName } from './device-name.ts';
import { useProfileAction } from './profile-action.ts';
import { NotLoaded, ProfileSection, Row } from './profile-section.tsx';

const devicesQuery = (userId: number) =>
  visitQuery(['user', userId, 'push-devices'], '/api/push/devices', PushDevicesSchema);

/** The browsers that receive all messages of the account. */
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
    return <NotLoaded onRetry={() => void refetch()}>Les appareils avertis n'ont pas pu être chargés.</NotLoaded>;
  }
  if (!devices?.length) return null;
  return (
    <ul aria-label="Appareils avertis" className="mt-4 divide-y divide-line">
      {devices.map((device) => (
        <Row
          key={device.id}
          icon={BellRing}
          name={deviceName(device.userAgent)}
          details={`Depuis le ${longDate(device.createdAt)}`}
        >
          <Button label="Retirer" disabled={removal.isPending} onClick={() => removal.mutate(device)} />
        </Row>
      ))}
    </ul>
  );
}

/** Subscribes this browser to everything of the account, and lists all that are subscribed. */
export function PhoneMessages({ user }: { user: User }) {
  return (
    <ProfileSection title="Notifications sur ce téléphone" isCard>
      <p className="mt-1 text-ink-soft">
        Les nouvelles de tous vos colis et nos annonces, même quand le site est fermé.
      </p>
      <PushToggle target={{ userId: user.id }} className="mt-3 sm:max-w-sm" />
      <PushDevices user={user} />
    </ProfileSection>
  );
}
