interface Props {
  code: string | null | undefined;
  /** What to do. */
  next: string | null;
}

/** The pick-up code in digits that can be read at arm's length. */
export const PickupCode = ({ code, next }: Props) => (
  <>
    {code && (
      <p>
        <span className="block text-sm text-ink-soft">Code de retrait</span>
        <span className="font-mono text-3xl font-bold tracking-widest">{code}</span>
      </p>
    )}
    {next && <p>{next}</p>}
  </>
);
