import { ApiError } from '@fasocolis/web-kit/api';
import { toast } from '@fasocolis/web-kit/toast-store';

export interface Outcome {
  title?: string;
  success?: string;
  failureTitle?: string;
  /** By default what the server says. */
  failure?: string | ((reason: string) => string);
  unknownReason?: string;
}

/** Mutation options that show the outcome of a change in a toast. */
export function outcomeToasts({
  title = 'Succès',
  success,
  failureTitle = 'Erreur',
  failure = (reason) => reason,
  unknownReason = 'erreur inconnue',
  onSuccess,
}: Outcome & { onSuccess?: (saved?: unknown) => void }) {
  return {
    onSuccess: (saved?: unknown) => {
      toast({ title, ...(success && { description: success }) });
      onSuccess?.(saved);
    },
    onError: (error: unknown) => {
      const description = typeof failure === 'string' ? failure : failure(reasonOf(error) ?? unknownReason);
      toast({ title: failureTitle, description, variant: 'destructive' });
    },
  };
}

export function reasonOf(error: unknown): string | undefined {
  if (error instanceof ApiError && error.status > 0) return error.serverMessage || error.responseText || undefined;
  return error instanceof Error && error.message ? error.message : undefined;
}
