import { toast } from '@fasocolis/web-kit/toast-store';

interface Outcome {
  success: string;
  failure: string;
  onSuccess: () => void;
}

/** Mutation options that tell the administrator how a change went, in the documented words and in nothing else. */
export function announce({ success, failure, onSuccess }: Outcome) {
  return {
    onSuccess: () => {
      toast({ title: 'Succès', description: success });
      onSuccess();
    },
    onError: () => toast({ title: 'Erreur', description: failure, variant: 'destructive' }),
  };
}
