import { type RecordMilestone, UNSCANNED_CHOICE_LABELS } from '@fasocolis/contracts/milestones';
import { Typography } from '@mui/material';
import { MainButton, OutlinedButton, TextButton } from '../../../components/text-button.tsx';
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
