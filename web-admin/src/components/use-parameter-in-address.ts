import { useCallback } from 'react';
import { useSearchParams } from 'react-router-dom';

/** A parameter of the address, null while it is not there: what it opens can be linked to. */
export function useParameterInAddress(name: string) {
  const [parameters, setParameters] = useSearchParams();

  const change = useCallback(
    (next: string | undefined) =>
      setParameters(
        (current) => {
          const changed = new URLSearchParams(current);
          if (next === undefined) changed.delete(name);
          else changed.set(name, next);
          return changed;
        },
        // Opening is a step that "Précédent" takes back, closing is not.
        { replace: next === undefined },
      ),
    [name, setParameters],
  );

  return [parameters.get(name), change] as const;
}

/** Whether the dialog without a record of its own is open: /admin/orders?create. */
export function useDialogInAddress(name: string) {
  const [value, change] = useParameterInAddress(name);
  return { isOpen: value !== null, open: () => change(''), close: () => change(undefined) };
}
