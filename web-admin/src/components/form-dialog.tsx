import { useDraft } from '@fasocolis/web-kit/use-draft';
import { zodResolver } from '@hookform/resolvers/zod';
import {
  Alert,
  Box,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  LinearProgress,
  Typography,
} from '@mui/material';
import { type ReactNode, useId, useSyncExternalStore } from 'react';
import { checkHasDirtyFields, SaveButton, useRecordContext, useSaveContext } from 'react-admin';
import { type FieldValues, FormProvider, useForm, useFormContext } from 'react-hook-form';
import type * as z from 'zod/mini';
import { deviceUser } from '../providers/device-user.ts';
import { uploadProgress } from '../providers/upload.ts';
import { TextButton } from './text-button.tsx';
import { useUnsavedChanges } from './unsaved-changes.tsx';
import { useIsPhone } from './use-room.ts';
import { useSubmit } from './use-submit.tsx';

interface FormDialogProps {
  title: ReactNode;
  /** The API's schema: validates the form and strips other fields. */
  schema: z.ZodMiniType<FieldValues, FieldValues>;
  defaultValues?: FieldValues;
  submitLabel: string;
  pendingLabel?: string;
  /** Whether it cannot be sent yet: a field is being read. */
  isBusy?: boolean;
  /** Saves without a network too, on the device. */
  worksOffline?: boolean;
  onClose: () => void;
  children: ReactNode;
}

/**
 * The form of the surrounding CreateBase or EditBase, in a dialog. Stays open, as typed, until the request succeeds.
 * This replaces react-admin's own Form, which resets itself shortly after it appears, when the user may have started
 * to type.
 */
export function FormDialog({
  title,
  schema,
  defaultValues,
  submitLabel,
  pendingLabel = submitLabel,
  isBusy = false,
  worksOffline = false,
  onClose,
  children,
}: FormDialogProps) {
  const titleId = useId();
  const { save, saving: isPreparing = false } = useSaveContext();
  const record = useRecordContext();
  const form = useForm({
    resolver: zodResolver(schema),
    defaultValues: { ...defaultValues, ...record },
    // A newer record from the server must not replace what is being typed, nor the reason of a refusal.
    ...(record && { values: record, resetOptions: { keepDirtyValues: true, keepErrors: true } }),
  });
  const { dirtyFields, errors, isSubmitting } = form.formState;
  const { submit, offline } = useSubmit(form, async (values) => save?.(values), { worksOffline });
  const saving = isPreparing || isBusy || isSubmitting;
  const leave = useUnsavedChanges(checkHasDirtyFields(dirtyFields) && (!isSubmitting || offline !== undefined));
  const refusal = errors.root?.serverError?.message;
  const isPhone = useIsPhone();

  return (
    <Dialog
      open
      fullWidth
      maxWidth="sm"
      fullScreen={isPhone}
      aria-labelledby={titleId}
      onClose={(_event, reason) => {
        // A click beside the dialog does not close it.
        if (reason === 'escapeKeyDown' && !saving) leave(onClose);
      }}
    >
      <FormProvider {...form}>
        <Box
          component="form"
          ref={focusFirstField}
          noValidate
          onSubmit={submit}
          // Title and buttons stay visible, the content between them scrolls.
          sx={{ display: 'flex', flexDirection: 'column', flex: 1, minHeight: 0 }}
        >
          <DialogTitle id={titleId}>{title}</DialogTitle>
          <DialogContent>
            {refusal && (
              <Alert ref={scrollTo} severity="error" sx={{ mb: 1 }}>
                {refusal}
              </Alert>
            )}
            {children}
            <Draft titleId={titleId} isOver={worksOffline || (isSubmitting && offline === undefined)} />
          </DialogContent>
          {offline}
          <UploadProgress />
          <DialogActions>
            <TextButton label="Annuler" disabled={saving} onClick={() => leave(onClose)} />
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

/** Keeps the draft of the form under the title of the dialog. It is rendered with the content, when the title is in the document. */
function Draft({ titleId, isOver }: { titleId: string; isOver: boolean }) {
  const name = () => document.getElementById(titleId)?.textContent ?? '';
  useDraft(useFormContext(), { userId: deviceUser.id, name, isOver });
  return null;
}

/** A user who saves a long form sees the end of it. */
const scrollTo = (refusal: HTMLElement | null) => refusal?.scrollIntoView({ block: 'nearest' });

/** Immediately: later it could move the focus while the user types. */
function focusFirstField(form: HTMLFormElement | null) {
  form?.querySelector<HTMLElement>('input:not([aria-hidden]), [role="combobox"]')?.focus();
}

function UploadProgress() {
  const progress = useSyncExternalStore(uploadProgress.subscribe, uploadProgress.getSnapshot);
  const labelId = useId();
  if (progress === undefined) return null;

  const percent = Math.floor(progress * 100);
  return (
    <Box sx={{ px: 3, py: 1 }}>
      <Typography id={labelId} variant="body2" sx={{ mb: 0.5, fontVariantNumeric: 'tabular-nums' }}>
        {progress < 1 ? `Envoi des images\u00a0: ${percent} %` : 'Images envoyées, enregistrement en cours…'}
      </Typography>
      <LinearProgress variant="determinate" value={percent} aria-labelledby={labelId} />
    </Box>
  );
}
