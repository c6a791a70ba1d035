import { useCallback, useEffect } from 'react';
import { useParameterInAddress } from './use-parameter-in-address.ts';

/**
 * The record whose dialog is open, kept in the address under the name `parameter`: /admin/orders?edit={id}. A value
 * that no record can have is removed from the address.
 */
export function useIdInAddress(parameter: string) {
  const [asked, change] = useParameterInAddress(parameter);
  const id = asked !== null && /^[1-9]\d*$/.test(asked) ? Number(asked) : undefined;

  const open = useCallback((next: number) => change(String(next)), [change]);
  const close = useCallback(() => change(undefined), [change]);

  const isUnknown = asked !== null && id === undefined;
  useEffect(() => {
    if (isUnknown) close();
  }, [isUnknown, close]);

  return { id, open, close };
}
