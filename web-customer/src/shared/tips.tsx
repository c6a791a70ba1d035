import Check from 'lucide-react/icons/check';
import { useId } from 'react';

export function Tips({ title, tips }: { title: string; tips: readonly string[] }) {
  const id = useId();
  return (
    <div className="rounded-xl bg-green-surface p-4 text-green">
      <p id={id} className="font-semibold">
        {title}
      </p>
      <ul aria-labelledby={id} className="mt-2 grid gap-1">
        {tips.map((tip) => (
          <li key={tip} className="flex gap-2">
            <Check aria-hidden size={18} className="mt-0.5 shrink-0" />
            {tip}
          </li>
        ))}
      </ul>
    </div>
  );
}
