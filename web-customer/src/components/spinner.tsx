import LoaderCircle from 'lucide-react/icons/loader-circle';

/** Shown while a whole screen has nothing else to show yet. */
export function Spinner() {
  return (
    <output data-testid="spinner" className="grid place-items-center py-24 text-brand">
      <LoaderCircle aria-hidden size={32} className="animate-spin" />
      <span className="sr-only">Chargement...</span>
    </output>
  );
}
