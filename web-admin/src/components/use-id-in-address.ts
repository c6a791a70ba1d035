import { useCallback, useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';

/**
 * The record whose dialog is open, kept in the address under the name `parameter`: /admin/orders?edit={id}. A value
 * that no record can have is removed from the address.
 */
export function useIdInAddress(parameter: string) {
  const [parameters, setParameters] = useSearchParams();
  const asked = parameters.get(parameter);
  const id = asked !== null && /^[1-9]\d*$/.test(asked) ? Number(asked) : undefined;

  const change = useCallback(
    (next: number | undefined) =>
      setParameters(
        (current) => {
          const changed = new URLSearchParams(current);
          if (next === undefined) changed.delete(parameter);
          else changed.set(parameter, String(next));
          return changed;
        },
        // Opening is a step that "Précédent" takes back, closing is not.
        { replace: next === undefined },
      ),
    [parameter, setParameters],
  );
  const close = useCallback(() => change(undefined), [change]);

  const isUnknown = asked !== null && id === undefined;
  useEffect(() => {
    if (isUnknown) close();
  }, [isUnknown, close]);

  return { id, open: change, close };
}
