import { useCallback, useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';

/** A parameter of the address; null when it is absent. It makes dialogs linkable. */
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
        // "Précédent" undoes the opening of a dialog, not its closing.
        { replace: next === undefined },
      ),
    [name, setParameters],
  );
  return [parameters.get(name), change] as const;
}

/** Whether a dialog without a record is open: /admin/orders?create. */
export function useDialogInAddress(name: string) {
  const [value, change] = useParameterInAddress(name);
  return { isOpen: value !== null, open: () => change(''), close: () => change(undefined) };
}

/** The record whose dialog is open: /admin/orders?edit={id}. An invalid id is removed from the address. */
export function useIdInAddress(name: string) {
  const [value, change] = useParameterInAddress(name);
  const id = value !== null && /^[1-9]\d*$/.test(value) ? Number(value) : undefined;
  const open = useCallback((next: number) => change(String(next)), [change]);
  const close = useCallback(() => change(undefined), [change]);
  const isInvalid = value !== null && id === undefined;
  useEffect(() => {
    if (isInvalid) close();
  }, [isInvalid, close]);
  return { id, open, close };
}
