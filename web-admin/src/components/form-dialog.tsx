import { zodResolver } from '@hookform/resolvers/zod';
import {
  Alert,
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  type Theme,
  useMediaQuery,
} from '@mui/material';
import { type ReactNode, useId } from 'react';
import { checkHasDirtyFields, SaveButton, setSubmissionErrors, useRecordContext, useSaveContext } from 'react-admin';
import { type FieldValues, FormProvider, useForm } from 'react-hook-form';
import type * as z from 'zod/mini';
import { useUnsavedChanges } from './unsaved-changes.tsx';
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

/**
 * The form of the surrounding CreateBase or EditBase, in a dialog. Stays open, as typed, until the server agreed. Not
 * react-admin's own Form, which resets itself a moment after it appeared, when somebody may have typed already.
 */
export function FormDialog({
  title,
  schema,
  defaultValues,
  submitLabel,
  pendingLabel = submitLabel,
  onClose,
  children,
}: FormDialogProps) {
  const { save, saving = false } = useSaveContext();
  const record = useRecordContext();
  const form = useForm({
    resolver: zodResolver(schema),
    defaultValues: { ...defaultValues, ...record },
    // A fresher record arriving from the server must not undo what is being typed.
    ...(record && { values: record, resetOptions: { keepDirtyValues: true } }),
  });
  const { dirtyFields, errors, isSubmitting } = form.formState;
  const leave = useUnsavedChanges(checkHasDirtyFields(dirtyFields) && !isSubmitting);
  const refusal = errors.root?.serverError?.message;
  const isPhone = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'), { noSsr: true });
  const titleId = useId();

  const submit = form.handleSubmit(async (values) => {
    const faults = await save?.(values);
    if (faults) setSubmissionErrors(faults, form.setError);
  });

  return (
    <Dialog
      open
      fullWidth
      maxWidth="sm"
      fullScreen={isPhone}
      aria-labelledby={titleId}
      onClose={(_event, reason) => {
        // A click beside the dialog is too easily a mistake.
        if (reason === 'escapeKeyDown' && !saving) leave(onClose);
      }}
    >
      <FormProvider {...form}>
        <Box
          component="form"
          ref={focusFirstField}
          noValidate
          onSubmit={(event) => void submit(event)}
          // Title and buttons stay in sight, what is between them scrolls.
          sx={{ display: 'flex', flexDirection: 'column', flex: 1, minHeight: 0 }}
        >
          <DialogTitle id={titleId}>{title}</DialogTitle>
          <DialogContent>
            {refusal && (
              <Alert severity="error" sx={{ mb: 1 }}>
                {refusal}
              </Alert>
            )}
            {children}
          </DialogContent>
          <UploadProgress />
          <DialogActions>
            <Button disabled={saving} onClick={() => leave(onClose)}>
              Annuler
            </Button>
            <SaveButton
              color="secondary"
              icon={null}
              label={saving ? pendingLabel : submitLabel}
              alwaysEnable={!saving}
            />
          </DialogActions>
        </Box>
      </FormProvider>
    </Dialog>
  );
}

/** At once: later it would take the focus away from where somebody types already. */
function focusFirstField(form: HTMLFormElement | null) {
  form?.querySelector<HTMLElement>('input:not([aria-hidden]), [role="combobox"]')?.focus();
}
