import { type Milestone, milestoneTitle } from '@fasocolis/contracts/milestones';
import { Box, Typography } from '@mui/material';
import { useDelete } from 'react-admin';
import { outcomeToasts } from '../../../components/outcome.ts';
import { TextButton } from '../../../components/text-button.tsx';
import { Progress } from '../../../components/work-dialog.tsx';

interface UnderWayProps {
  milestone: Milestone;
  onCancelled: () => void;
}

/** A milestone that is being applied, which can be cancelled until it is due, or that is being withdrawn. */
export function UnderWay({ milestone, onCancelled }: UnderWayProps) {
  const { label, state, applied, skipped, total } = milestone;
  if (state === 'running' || state === 'withdrawing') {
    const done = state === 'running' ? applied + skipped : total - applied;
    const words = state === 'running' ? `\u00a0: ${done} sur ${total}` : `, reprise\u00a0: encore ${applied} colis`;
    return (
      <Box sx={{ mb: 2 }}>
        <Progress label={label + words} done={done} total={total} />
      </Box>
    );
  }
  return (
    <Box sx={pendingStyle}>
      <Typography role="status" sx={{ flex: 1 }}>
        «&nbsp;{milestoneTitle(milestone)}&nbsp;» sera sur chaque colis dans {secondsToCancel(milestone)}&nbsp;secondes.
        Les clients seront prévenus ensuite.
      </Typography>
      <CancelButton milestone={milestone} onCancelled={onCancelled} />
    </Box>
  );
}

/** By the clock of the server, which may differ from that of the device. */
const secondsToCancel = ({ createdAt, dueAt }: Milestone) =>
  Math.round((Date.parse(dueAt) - Date.parse(createdAt)) / 1000);

function CancelButton({ milestone, onCancelled }: UnderWayProps) {
  const [remove, { isPending }] = useDelete(
    'milestones',
    { id: milestone.id, previousData: milestone },
    {
      mutationMode: 'pessimistic',
      ...outcomeToasts({ success: 'Jalon annulé', onSuccess: onCancelled }),
    },
  );
  return (
    <TextButton label="Annuler" variant="contained" color="error" disabled={isPending} onClick={() => void remove()} />
  );
}

const pendingStyle = {
  display: 'flex',
  flexDirection: { xs: 'column', sm: 'row' },
  alignItems: { sm: 'center' },
  gap: 1,
  mb: 2,
  '& .MuiButton-root': { minHeight: 56, px: 3, fontSize: 'var(--fc-text-medium)' },
} as const;
