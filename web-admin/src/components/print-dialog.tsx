import { Button } from '@mui/material';
import Printer from 'lucide-react/icons/printer';
import type { ReactNode } from 'react';
import { WorkDialog } from './work-dialog.tsx';

interface PrintDialogProps {
  title: string;
  /** Whether what is printed is there. */
  isReady: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** What is about to be printed: the print area among the children. */
export function PrintDialog({ title, isReady, onClose, children }: PrintDialogProps) {
  return (
    <WorkDialog
      title={title}
      fillsPhone
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Fermer</Button>
          <Button
            variant="contained"
            color="secondary"
            disabled={!isReady}
            startIcon={<Printer aria-hidden size={20} />}
            onClick={() => print()}
          >
            Imprimer
          </Button>
        </>
      }
    >
      {children}
    </WorkDialog>
  );
}
