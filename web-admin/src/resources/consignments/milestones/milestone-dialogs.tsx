import {
  type Milestone,
  type RecordMilestone,
  SKIP_REASON_LABELS,
  type SkippedOrder,
  UNSCANNED_CHOICE_LABELS,
} from '@fasocolis/contracts/milestones';
import { Box, Typography } from '@mui/material';
import { useGetList } from 'react-admin';
import { Link } from 'react-router-dom';
import { LoadFailure, Loading } from '../../../components/list-state.tsx';
import { MainButton, OutlinedButton, TextButton } from '../../../components/text-button.tsx';
import { WorkDialog } from '../../../components/work-dialog.tsx';

interface UnscannedDialogProps {
  /** How many there are. */
  prompt: string;
  onChoose: (choice: NonNullable<RecordMilestone['unscanned']>) => void;
  onClose: () => void;
}

/** Asks what to do with the parcels that were not scanned when the others arrived. */
export function UnscannedDialog({ prompt, onChoose, onClose }: UnscannedDialogProps) {
  return (
    <WorkDialog
      title={prompt}
      onClose={onClose}
      actions={
        <>
          <TextButton label="Annuler" onClick={onClose} />
          <OutlinedButton label={UNSCANNED_CHOICE_LABELS.announce} onClick={() => onChoose('announce')} />
          <MainButton label={UNSCANNED_CHOICE_LABELS.leave} onClick={() => onChoose('leave')} />
        </>
      }
    >
      <Typography>
        En attente, ils gardent leur statut et leurs clients ne sont pas prévenus. Ils prennent ce jalon quand vous les
        scannez.
      </Typography>
    </WorkDialog>
  );
}

/** Longer lists are cut. */
const SHOWN = 500;

export function SkippedDialog({ milestone, onClose }: { milestone: Milestone; onClose: () => void }) {
  const { id, label, applied, skipped } = milestone;
  const {
    data = [],
    error,
    isPending,
    refetch,
  } = useGetList<SkippedOrder>(`milestones/${id}/skipped`, { pagination: { page: 1, perPage: SHOWN } });
  return (
    <WorkDialog
      title={`Colis laissés tels quels par «\u00a0${label}\u00a0»`}
      fillsPhone
      onClose={onClose}
      actions={<TextButton label="Fermer" onClick={onClose} />}
    >
      <Typography sx={{ mb: 1 }}>
        {applied + skipped} colis&nbsp;: {applied} mis à jour, {skipped} laissé{skipped > 1 && 's'}.
      </Typography>
      {error && <LoadFailure onRetry={refetch}>La liste n'a pas pu être chargée. {error.message}</LoadFailure>}
      {isPending && !error && <Loading height={200} />}
      <Box component="ul" className="plain-list" aria-label="Colis laissés tels quels" sx={listStyle}>
        {data.map(({ id: orderId, reference, reason }) => (
          <li key={orderId}>
            <Link to={`/orders/${orderId}`}>{reference}</Link>
            <span>{SKIP_REASON_LABELS[reason]}</span>
          </li>
        ))}
      </Box>
      {skipped > data.length && data.length > 0 && <Typography>Et {skipped - data.length} autres.</Typography>}
    </WorkDialog>
  );
}

const listStyle = {
  '& li': {
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'space-between',
    columnGap: 2,
    py: 1,
    borderBottom: '1px solid var(--fc-line)',
  },
  '& a': { fontFamily: 'var(--fc-font-reference)', fontWeight: 700, color: 'inherit', overflowWrap: 'anywhere' },
} as const;
