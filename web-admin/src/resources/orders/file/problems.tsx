import type { StaffOrder } from '@fasocolis/contracts/orders';
import {
  CloseProblemSchema,
  PROBLEM_KINDS,
  PROBLEM_LABELS,
  type Problem,
  problemTitle,
  ReportProblemSchema,
} from '@fasocolis/contracts/problems';
import { shortDate } from '@fasocolis/web-kit/dates';
import { Box, Typography } from '@mui/material';
import { useState } from 'react';
import { RadioButtonGroupInput, SelectInput, TextInput, useGetList, useRefresh } from 'react-admin';
import { useNames } from '../../../components/people-names.tsx';
import { PhotoInput } from '../../../components/photo-input.tsx';
import { CreateDialog } from '../../../components/record-dialogs.tsx';
import { Section } from '../../../components/screen.tsx';
import { OutlinedButton } from '../../../components/text-button.tsx';

/** The open problems of an order. */
export function ProblemPanel({ order: { id } }: { order: StaffOrder }) {
  const refresh = useRefresh();
  const { data: problems = [] } = useGetList<Problem>('order-problems', { filter: { orderId: id, open: true } });
  const nameOf = useNames(
    problems.map(({ byUserId }) => byUserId),
    [],
  );
  const [closing, setClosing] = useState<Problem>();
  if (problems.length === 0) return null;
  return (
    <Section title="À régler">
      <Box component="ul" className="plain-list" sx={{ display: 'grid', gap: 2 }}>
        {problems.map((problem) => (
          <Box component="li" key={problem.id} sx={{ display: 'grid', justifyItems: 'start', gap: 0.5 }}>
            <Typography sx={{ fontWeight: 700, color: 'var(--fc-danger)' }}>{problemTitle(problem)}</Typography>
            {problem.note && <Typography sx={{ overflowWrap: 'anywhere' }}>{problem.note}</Typography>}
            <Typography variant="body2" sx={{ color: 'text.secondary' }}>
              {shortDate(problem.createdAt)}
              {problem.byUserId !== null && `, par ${nameOf(problem.byUserId)}`}
            </Typography>
            <div className="row">
              {problem.photo && (
                <OutlinedButton label="Voir la photo" href={problem.photo} target="_blank" rel="noreferrer" />
              )}
              <OutlinedButton label="C'est réglé" onClick={() => setClosing(problem)} />
            </div>
          </Box>
        ))}
      </Box>
      {closing && <CloseProblemDialog problem={closing} onSaved={refresh} onClose={() => setClosing(undefined)} />}
    </Section>
  );
}

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
        failure: (reason) => `Le problème n'a pas pu être signalé\u00a0: ${reason}`,
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
        helperText="Facultative&nbsp;: le client la lit dans son message."
      />
      <PhotoInput label="Photo du problème" onReading={setReadingPhoto} />
    </CreateDialog>
  );
}

function CloseProblemDialog({ problem, ...form }: FormProps & { problem: Problem }) {
  return (
    <CreateDialog
      {...form}
      resource={`order-problems/${problem.id}/close`}
      title={`${problemTitle(problem)}\u00a0: réglé`}
      schema={CloseProblemSchema}
      submitLabel="C'est réglé"
      outcome={{
        success: 'Problème réglé',
        failure: (reason) => `Le problème n'a pas pu être noté comme réglé\u00a0: ${reason}`,
      }}
    >
      <TextInput
        source="note"
        label="Note"
        helperText="Facultative, pour l'équipe. Le client n'est pas prévenu&nbsp;: faites-le avec «&nbsp;Dire au client&nbsp;»."
      />
    </CreateDialog>
  );
}
