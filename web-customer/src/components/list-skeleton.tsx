/** The shape of a list to come; says what is awaited. */
export function ListSkeleton({ text }: { text: string }) {
  return (
    <output className="block">
      <span className="mb-3 block text-ink-soft">{text}</span>
      <span className="grid animate-shimmer gap-3">
        {[1, 2, 3].map((row) => (
          <span key={row} className="grid gap-3 rounded-2xl bg-surface p-4 ring-1 ring-ink/5">
            <span className="h-6 w-1/2 rounded-lg bg-line" />
            <span className="h-5 w-5/6 rounded-lg bg-line" />
            <span className="h-4 w-1/3 rounded-lg bg-line" />
          </span>
        ))}
      </span>
    </output>
  );
}
