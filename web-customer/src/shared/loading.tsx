import LoaderCircle from 'lucide-react/icons/loader-circle';

export function Spinner() {
  return (
    <output data-testid="spinner" className="grid place-items-center py-24 text-brand">
      <LoaderCircle aria-hidden size={32} className="animate-spin" />
      <span className="sr-only">Chargement...</span>
    </output>
  );
}

export function Waiting({ text }: { text: string }) {
  return (
    <output className="grid place-items-center gap-4 px-4 py-24 text-brand">
      <LoaderCircle aria-hidden size={32} className="animate-spin" />
      {text}
    </output>
  );
}

export function ListSkeleton({ text }: { text: string }) {
  return (
    <output className="block">
      <span className="mb-3 block text-ink-soft">{text}</span>
      <span className="grid animate-shimmer gap-3">
        {[1, 2, 3].map((row) => (
          <span key={row} className="grid gap-3 rounded-2xl bg-surface p-4 ring-1 ring-hairline">
            <span className="h-6 w-1/2 rounded-lg bg-line" />
            <span className="h-5 w-5/6 rounded-lg bg-line" />
            <span className="h-4 w-1/3 rounded-lg bg-line" />
          </span>
        ))}
      </span>
    </output>
  );
}
