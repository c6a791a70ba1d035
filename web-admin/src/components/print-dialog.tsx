import Printer from 'lucide-react/icons/printer';
import type { ReactNode } from 'react';
import { MainButton, TextButton } from './text-button.tsx';
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
          <TextButton label="Fermer" onClick={onClose} />
          <MainButton label="Imprimer" icon={Printer} disabled={!isReady} onClick={() => print()} />
        </>
      }
    >
      {children}
    </WorkDialog>
  );
}
