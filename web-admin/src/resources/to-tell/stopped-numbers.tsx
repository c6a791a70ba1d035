import { MessageSchema } from '@fasocolis/contracts/common';
import { spacedPhone } from '@fasocolis/contracts/reading/dialling-code';
import type { StoppedNumber } from '@fasocolis/contracts/stopped-numbers';
import type { PersonToTell } from '@fasocolis/contracts/to-tell';
import { api } from '@fasocolis/web-kit/api';
import { shortMoment } from '@fasocolis/web-kit/dates';
import { toast } from '@fasocolis/web-kit/toast-store';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Confirm } from 'react-admin';
import { outcomeToasts } from '../../components/outcome.ts';
import { StaffName } from '../../components/people-names.tsx';
import { ActionsColumn, RecordColumn, RecordTable } from '../../components/record-list.tsx';
import { TextButton } from '../../components/text-button.tsx';
import { nameOf, Person } from './person-words.tsx';

const Column = RecordColumn<StoppedNumber>;

export function StoppedTable() {
  const [resumed, setResumed] = useState<StoppedNumber>();
  return (
    <>
      <RecordTable<StoppedNumber> empty="Personne n'a demandé à ne plus être prévenu.">
        <Column
          label="Personne"
          cellClassName="cell-name"
          render={({ id, name }) => <Person name={name} phone={id} />}
        />
        <Column label="Arrêté par" isNamed render={Recorder} />
        <Column
          source="stoppedAt"
          label="Quand"
          cellClassName="cell-soft cell-moment"
          render={({ stoppedAt }) => shortMoment(stoppedAt)}
        />
        <ActionsColumn<StoppedNumber>>
          {(number) => (
            <TextButton
              label="Prévenir de nouveau"
              aria-label={`Prévenir de nouveau\u00a0: ${nameOf({ ...number, phone: number.id })}`}
              onClick={() => setResumed(number)}
            />
          )}
        </ActionsColumn>
      </RecordTable>
      {resumed && <ResumeDialog number={resumed} onClose={() => setResumed(undefined)} />}
    </>
  );
}

const Recorder = ({ byUserId }: StoppedNumber) => (byUserId === null ? 'La personne' : <StaffName source="byUserId" />);

export function StopDialog({ person, onClose }: { person: PersonToTell; onClose: () => void }) {
  const { stop, dialog } = useStopping(onClose);
  return (
    <Confirm
      {...dialog}
      title={`Ne plus prévenir «\u00a0${nameOf(person)}\u00a0»\u00a0?`}
      content={`Le ${spacedPhone(person.phone)} ne recevra plus de messages WhatsApp et n'apparaîtra plus ici. Vous pourrez y revenir sous «\u00a0À ne plus prévenir\u00a0».`}
      confirm="Ne plus prévenir"
      confirmColor="warning"
      onConfirm={() => stop(person)}
    />
  );
}

function ResumeDialog({ number, onClose }: { number: StoppedNumber; onClose: () => void }) {
  const { resume, dialog } = useStopping(onClose);
  const { id: phone, byUserId } = number;
  return (
    <Confirm
      {...dialog}
      title={`Prévenir de nouveau «\u00a0${nameOf({ ...number, phone })}\u00a0»\u00a0?`}
      content={
        byUserId === null
          ? 'Cette personne a elle-même arrêté les messages. Reprenez seulement si elle vous le demande.'
          : 'Cette personne apparaîtra de nouveau après le prochain changement de ses colis.'
      }
      confirm="Prévenir de nouveau"
      onConfirm={() => resume(number)}
    />
  );
}

/** Stops and resumes the messages to a number. Pending until the lists have been refreshed. */
function useStopping(onClose: () => void) {
  const queryClient = useQueryClient();
  const { onError } = outcomeToasts({});
  const options = {
    onError,
    onSuccess: async ({ message }: { message: string }) => {
      const changed = [['to-tell'], ['stopped-numbers']];
      await Promise.all(changed.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
      toast({ title: message });
      onClose();
    },
  };
  const stop = useMutation({
    mutationFn: ({ id }: PersonToTell) =>
      api.post('/api/to-tell/:id/stop', undefined, MessageSchema, { params: { id } }),
    ...options,
  });
  const resume = useMutation({
    mutationFn: ({ id: phone }: StoppedNumber) => api.post('/api/stopped-numbers/resume', { phone }, MessageSchema),
    ...options,
  });
  const isPending = stop.isPending || resume.isPending;
  const close = () => {
    if (!isPending) onClose();
  };
  return { stop: stop.mutate, resume: resume.mutate, dialog: { isOpen: true, loading: isPending, onClose: close } };
}
