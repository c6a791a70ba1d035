import {
  Dialog,
  DialogActions,
  DialogContent,
  type DialogProps,
  DialogTitle,
  LinearProgress,
  Typography,
} from '@mui/material';
import { type ReactNode, useId } from 'react';
import { useIsPhone } from './use-room.ts';

interface WorkDialogProps extends Pick<DialogProps, 'maxWidth'> {
  title: ReactNode;
  isBusy?: boolean;
  /** Whether it is as large as the screen of a phone. */
  fillsPhone?: boolean;
  /** Whether a click beside it closes it, which loses nothing. */
  closesOnClick?: boolean;
  actions: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog that Escape closes, unless it is busy. */
export function WorkDialog({
  title,
  isBusy,
  fillsPhone = false,
  closesOnClick = false,
  maxWidth = 'sm',
  actions,
  onClose,
  children,
}: WorkDialogProps) {
  const isPhone = useIsPhone();
  const titleId = useId();
  return (
    <Dialog
      open
      fullWidth
      maxWidth={maxWidth}
      fullScreen={fillsPhone && isPhone}
      aria-labelledby={titleId}
      onClose={(_event, reason) => {
        if ((closesOnClick || reason === 'escapeKeyDown') && !isBusy) onClose();
      }}
    >
      <DialogTitle id={titleId}>{title}</DialogTitle>
      <DialogContent sx={{ containerType: 'inline-size' }}>{children}</DialogContent>
      <DialogActions>{actions}</DialogActions>
    </Dialog>
  );
}

/** Moves the focus to an element that appears in place of what had it. */
export const takeFocus = (element: HTMLElement | null) => element?.focus();

interface ProgressProps {
  label: string;
  /** Announced to assistive technology. */
  isStatus?: boolean;
  done: number;
  /** 0 while it is unknown. */
  total: number;
}

export function Progress({ label, isStatus = false, done, total }: ProgressProps) {
  const labelId = useId();
  return (
    <>
      <Typography id={labelId} {...(isStatus && { role: 'status' })} sx={{ mb: 1, fontVariantNumeric: 'tabular-nums' }}>
        {label}
      </Typography>
      <LinearProgress
        variant={total > 0 ? 'determinate' : 'indeterminate'}
        value={total > 0 ? (done / total) * 100 : 0}
        aria-labelledby={labelId}
        {...(total > 0 && { 'aria-valuetext': `${done} sur ${total}` })}
      />
    </>
  );
}

/** The title of a dialog, and below it what it is about. */
export const WithSubtitle = ({ subtitle, children }: { subtitle: string | undefined; children: string }) => (
  <>
    {children}
    <Typography component="span" sx={{ display: 'block', color: 'text.secondary' }}>
      {subtitle}
    </Typography>
  </>
);
