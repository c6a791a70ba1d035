import { Alert } from '@mui/material';
import { onlineManager } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { setSubmissionErrors } from 'react-admin';
import type { FieldValues, UseFormReturn, UseFormSetError } from 'react-hook-form';
import { TextButton } from './text-button.tsx';

/**
 * The submission of every form: one at a time, and not without a network, which it waits for.
 * @param save returns the faults that the server found
 * @returns the handler, and what the form shows while it waits for the network
 */
export function useSubmit<Values extends FieldValues, Output extends FieldValues>(
  form: UseFormReturn<Values, unknown, Output>,
  save: (values: Output) => unknown,
  { worksOffline = false }: { worksOffline?: boolean } = {},
): { submit: (event: FormEvent) => void; offline: ReactNode } {
  const isLocked = useRef(false);
  const { cancel, waitForNetwork } = useNetwork();

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    // The event is the dialog's alone, which React places in the form that opened it.
    event.stopPropagation();
    // A second click comes before the form is shown as being sent.
    if (isLocked.current) return;
    isLocked.current = true;
    try {
      await form.handleSubmit(async (values) => {
        if (!worksOffline && !(await waitForNetwork())) return;
        const faults = await save(values);
        if (faults && typeof faults === 'object')
          setSubmissionErrors(faults, form.setError as UseFormSetError<FieldValues>);
      })();
    } finally {
      isLocked.current = false;
    }
  };
  return { submit: (event) => void submit(event), offline: cancel && <Offline onCancel={cancel} /> };
}

function useNetwork() {
  const [waiting, setWaiting] = useState<{ cancel: () => void }>();
  const waitForNetwork = async () => {
    if (onlineManager.isOnline()) return true;
    const isOnline = await new Promise<boolean>((resolve) => {
      const stop = onlineManager.subscribe((isBack) => isBack && settle(true));
      const settle = (choice: boolean) => {
        stop();
        resolve(choice);
      };
      setWaiting({ cancel: () => settle(false) });
    });
    setWaiting(undefined);
    return isOnline;
  };
  return { cancel: waiting?.cancel, waitForNetwork };
}

function Offline({ onCancel }: { onCancel: () => void }) {
  const button = <TextButton label="Annuler l'envoi" color="inherit" onClick={onCancel} />;
  return (
    <Alert severity="warning" action={button} sx={{ my: 1 }}>
      Hors ligne&nbsp;: l'enregistrement reprendra
    </Alert>
  );
}
