import type { StaffOrder } from '@fasocolis/contracts/orders';
import {
  CloseProblemSchema,
  PROBLEM_KINDS,
  PROBLEM_LABELS,
  type Problem,
  problemTitle,
  ReportProblemSchema,
} from '@fasocolis/contracts/problems';
import { useState } from 'react';
import { RadioButtonGroupInput, SelectInput, TextInput } from 'react-admin';
import { PhotoInput } from '../../../components/photo-input.tsx';
import { CreateDialog } from '../../../components/record-dialogs.tsx';

interface FormProps {
  onSaved: () => void;
  onClose: () => void;
}

/** Reports that an order, or one of its pieces, is missing or damaged. */
export function ReportProblemDialog({ order, ...form }: FormProps & { order: StaffOrder }) {
  const [isReadingPhoto, setReadingPhoto] = useState(false);
  const { id, reference, pieces } = order;
  return (
    <CreateDialog
      {...form}
      resource={`orders/${id}/problems`}
      title={`Signaler un problème de ${reference}`}
      schema={ReportProblemSchema}
      submitLabel="Signaler"
      pendingLabel={isReadingPhoto ? 'Lecture de la photo…' : 'Envoi…'}
      isBusy={isReadingPhoto}
      outcome={{
        success: 'Problème signalé',
        failure: (reason) => `Le problème n'a pas pu être signalé : ${reason}`,
      }}
    >
      <RadioButtonGroupInput
        source="kind"
        label="Problème"
        choices={PROBLEM_KINDS.map((kind) => ({ id: kind, name: PROBLEM_LABELS[kind] }))}
        isRequired
      />
      {pieces !== null && pieces > 1 && (
        <SelectInput
          source="piece"
          label="Carton"
          choices={Array.from({ length: pieces }, (_, index) => ({
            id: index + 1,
            name: `${index + 1} sur ${pieces}`,
          }))}
          emptyText="Tout le colis"
        />
      )}
      <TextInput
        source="note"
        label="Note"
        multiline
        minRows={2}
        helperText="Facultative : le client la lit dans son message."
      />
      <PhotoInput label="Photo du problème" onReading={setReadingPhoto} />
    </CreateDialog>
  );
}

/** Closes a problem of an order. */
export function CloseProblemDialog({ problem, ...form }: FormProps & { problem: Problem }) {
  return (
    <CreateDialog
      {...form}
      resource={`order-problems/${problem.id}/close`}
      title={`${problemTitle(problem)}\u00a0: réglé`}
      schema={CloseProblemSchema}
      submitLabel="C'est réglé"
      outcome={{
        success: 'Problème réglé',
        failure: (reason) => `Le problème n'a pas pu être noté comme réglé : ${reason}`,
      }}
    >
      <TextInput
        source="note"
        label="Note"
        helperText="Facultative, pour l'équipe. Le client n'est pas prévenu : faites-le avec « Dire au client »."
      />
    </CreateDialog>
  );
}
