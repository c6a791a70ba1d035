export function FreeShipping({ className = '' }: { className?: string }) {
  return (
    <span className={`rounded-full bg-green-surface px-3 py-1 text-sm font-semibold text-green ${className}`}>
      Livraison gratuite
    </span>
  );
}
