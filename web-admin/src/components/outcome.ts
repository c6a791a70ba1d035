import { ApiError } from '@fasocolis/web-kit/api';
import { toast } from '@fasocolis/web-kit/toast-store';

interface Outcome {
  /** Title of the success, where it is not the usual one. */
  title?: string;
  /** Left out where the title says it all. */
  success?: string;
  /** May name the reason, in the server's words. */
  failure: string | ((reason: string) => string);
  /** Stands for a reason that the server did not give. */
  unknownReason?: string;
  onSuccess: () => void;
}

/** Mutation options that tell the administrator how a change went, in the documented words and in nothing else. */
export function announce({
  title = 'Succès',
  success,
  failure,
  unknownReason = 'erreur inconnue',
  onSuccess,
}: Outcome) {
  return {
    onSuccess: () => {
      toast({ title, ...(success && { description: success }) });
      onSuccess();
    },
    onError: (error: unknown) => {
      const description = typeof failure === 'string' ? failure : failure(reasonOf(error) ?? unknownReason);
      toast({ title: 'Erreur', description, variant: 'destructive' });
    },
  };
}

/** The reason of a failed call, in the server's words where it gave some; undefined when there is none. */
export function reasonOf(error: unknown): string | undefined {
  if (error instanceof ApiError && error.status > 0) return error.serverMessage || error.answer || undefined;
  return error instanceof Error && error.message ? error.message : undefined;
}
