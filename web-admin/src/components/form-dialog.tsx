import { zodResolver } from '@hookform/resolvers/zod';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { type ReactNode, useId } from 'react';
import { Form, SaveButton, useSaveContext } from 'react-admin';
import { type FieldValues, useFormState } from 'react-hook-form';
import type * as z from 'zod/mini';
import { UploadProgress } from './upload-progress.tsx';

interface FormDialogProps {
  title: ReactNode;
  /** What the API takes: checked before sending, and exactly its fields are sent. */
  schema: z.ZodMiniType<FieldValues, FieldValues>;
  defaultValues?: FieldValues;
  submitLabel: string;
  /** Stands on the button while the form is being sent, where that is not what stood there before. */
  pendingLabel?: string;
  onClose: () => void;
  children: ReactNode;
}

/** The form of the surrounding CreateBase or EditBase, in a dialog. Stays open, as typed, until the server agreed. */
export function FormDialog({
  title,
  schema,
  defaultValues = {},
  submitLabel,
  pendingLabel = submitLabel,
  onClose,
  children,
}: FormDialogProps) {
  const { saving = false } = useSaveContext();
  const titleId = useId();

  return (
    <Dialog
      open
      fullWidth
      maxWidth="sm"
      aria-labelledby={titleId}
      slotProps={{ transition: { onEntered: focusFirstField } }}
      onClose={(_event, reason) => {
        // A click beside the dialog would throw away what was typed.
        if (reason === 'escapeKeyDown' && !saving) onClose();
      }}
    >
      <Form
        resolver={zodResolver(schema)}
        defaultValues={defaultValues}
        mode="onSubmit"
        noValidate
        // A fresher record arriving from the server must not undo what is being typed.
        resetOptions={keepTyped}
      >
        <DialogTitle id={titleId}>{title}</DialogTitle>
        <DialogContent>
          <Refusal />
          {children}
        </DialogContent>
        <UploadProgress />
        <DialogActions>
          <Button disabled={saving} onClick={onClose}>
            Annuler
          </Button>
          <SaveButton
            color="secondary"
            icon={null}
            label={saving ? pendingLabel : submitLabel}
            alwaysEnable={!saving}
          />
        </DialogActions>
      </Form>
    </Dialog>
  );
}

function focusFirstField(dialog: HTMLElement) {
  dialog.querySelector<HTMLElement>('input:not([aria-hidden]), [role="combobox"]')?.focus();
}

const keepTyped = { keepDirtyValues: true };

/** What the server says about the form as a whole. */
function Refusal() {
  const { errors } = useFormState();
  const message = errors.root?.serverError?.message;
  return message ? (
    <Alert severity="error" sx={{ mb: 1 }}>
      {String(message)}
    </Alert>
  ) : null;
}
