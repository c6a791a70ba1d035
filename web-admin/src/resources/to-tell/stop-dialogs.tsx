import { spacedPhone } from '@fasocolis/contracts/reading/dialling-code';
import type { StoppedNumber } from '@fasocolis/contracts/stopped-numbers';
import type { PersonToTell } from '@fasocolis/contracts/to-tell';
import { Confirm } from 'react-admin';
import { nameOf } from './person-words.ts';
import { useStopping } from './use-stopping.ts';

export function StopDialog({ person, onClose }: { person: PersonToTell; onClose: () => void }) {
  const { stop, isPending } = useStopping(onClose);
  return (
    <Confirm
      isOpen
      loading={isPending}
      title={`Ne plus prévenir « ${nameOf(person)} » ?`}
      content={`Le ${spacedPhone(person.phone)} ne recevra plus de messages WhatsApp et n'apparaîtra plus ici. Vous pourrez y revenir sous « À ne plus prévenir ».`}
      confirm="Ne plus prévenir"
      confirmColor="warning"
      onConfirm={() => stop(person)}
      onClose={() => {
        if (!isPending) onClose();
      }}
    />
  );
}

export function ResumeDialog({ number, onClose }: { number: StoppedNumber; onClose: () => void }) {
  const { resume, isPending } = useStopping(onClose);
  const { id: phone, byUserId } = number;
  return (
    <Confirm
      isOpen
      loading={isPending}
      title={`Prévenir de nouveau « ${nameOf({ ...number, phone })} » ?`}
      content={
        byUserId === null
          ? 'Cette personne a elle-même arrêté les messages. Reprenez seulement si elle vous le demande.'
          : 'Cette personne apparaîtra de nouveau après le prochain changement de ses colis.'
      }
      confirm="Prévenir de nouveau"
      onConfirm={() => resume(number)}
      onClose={() => {
        if (!isPending) onClose();
      }}
    />
  );
}
