import LoaderCircle from 'lucide-react/icons/loader-circle';

/** Says what a whole screen is waiting for. */
export function Waiting({ text }: { text: string }) {
  return (
    <output className="grid place-items-center gap-4 px-4 py-24 text-brand">
      <LoaderCircle aria-hidden size={32} className="animate-spin" />
      {text}
    </output>
  );
}
