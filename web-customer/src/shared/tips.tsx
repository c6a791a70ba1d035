import { useId } from 'react';

export function Tips({ title, tips }: { title: string; tips: readonly string[] }) {
  const id = useId();
  return (
    <div className="rounded-xl bg-green-surface p-4 text-green">
      <p id={id} className="font-semibold">
        {title}
      </p>
      <ul aria-labelledby={id} className="mt-2 grid list-disc grid-cols-1 gap-1 pl-5">
        {tips.map((tip) => (
          <li key={tip}>{tip}</li>
        ))}
      </ul>
    </div>
  );
}
