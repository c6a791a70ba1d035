import Printer from 'lucide-react/icons/printer';
import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { MainButton, TextButton } from './text-button.tsx';
import { WorkDialog } from './work-dialog.tsx';

interface PrintDialogProps {
  title: string;
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

interface PrintAreaProps {
  /** The size of the sheets as in `@page`, for example "A4 landscape". */
  size: string;
  /** The margin of the sheets, as in `@page`. */
  margin?: string;
  /** Whether each sheet says which one it is, in browsers that can. */
  isNumbered?: boolean;
  children: ReactNode;
}

const PAGE_NUMBER = '@bottom-right { content: "Page " counter(page) " / " counter(pages); font-size: 9pt; }';

/** What a print-out of the page contains instead of the page itself. It is not shown on the screen. */
export function PrintArea({ size, margin = '0', isNumbered = false, children }: PrintAreaProps) {
  return createPortal(
    <>
      <style>{`
        @page { size: ${size}; margin: ${margin}; ${isNumbered ? PAGE_NUMBER : ''} }
        @media screen { .fc-print { display: none; } }
        @media print {
          body > :not(.fc-print) { display: none !important; }
          html, body { height: auto !important; overflow: visible !important; background: #fff !important; }
          .fc-print { color: #000; print-color-adjust: exact; }
        }
      `}</style>
      <div className="fc-print">{children}</div>
    </>,
    document.body,
  );
}
