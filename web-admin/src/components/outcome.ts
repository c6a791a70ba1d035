import { toast } from '@fasocolis/web-kit/toast-store';

interface Outcome {
  /** Title of the success, where it is not the usual one. */
  title?: string;
  success: string;
  /** May name the reason, in the server's words. */
  failure: string | ((reason: string) => string);
  onSuccess: () => void;
}

/** Mutation options that tell the administrator how a change went, in the documented words and in nothing else. */
export function announce({ title = 'Succès', success, failure, onSuccess }: Outcome) {
  return {
    onSuccess: () => {
      toast({ title, description: success });
      onSuccess();
    },
    onError: (error: unknown) => {
      const description = typeof failure === 'string' ? failure : failure(reasonOf(error) ?? 'erreur inconnue');
      toast({ title: 'Erreur', description, variant: 'destructive' });
    },
  };
}

/** What the data provider said about a failure; undefined when the server gave no reason. */
export const reasonOf = (error: unknown): string | undefined =>
  error instanceof Error && error.message ? error.message : undefined;
