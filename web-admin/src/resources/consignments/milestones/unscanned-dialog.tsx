import { type RecordMilestone, UNSCANNED_CHOICE_LABELS } from '@fasocolis/contracts/milestones';
import { Button, Typography } from '@mui/material';
import { WorkDialog } from '../../../components/work-dialog.tsx';

interface UnscannedDialogProps {
  /** How many there are. */
  prompt: string;
  onChoose: (choice: NonNullable<RecordMilestone['unscanned']>) => void;
  onClose: () => void;
}

/** Asks what becomes of the parcels that nobody has scanned when the others arrived. */
export function UnscannedDialog({ prompt, onChoose, onClose }: UnscannedDialogProps) {
  return (
    <WorkDialog
      title={prompt}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Annuler</Button>
          <Button variant="outlined" onClick={() => onChoose('announce')}>
            {UNSCANNED_CHOICE_LABELS.announce}
          </Button>
          <Button variant="contained" color="secondary" onClick={() => onChoose('leave')}>
            {UNSCANNED_CHOICE_LABELS.leave}
          </Button>
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
