import { useEffect, useState } from 'react';

/** Long enough for the screen itself to load first on a slow network, in milliseconds. */
const FIRST_SCREEN_MS = 2500;

/** Whether it is time for what the first screen can do without. */
export function useAfterFirstScreen(): boolean {
  const [isAfter, setIsAfter] = useState(false);
  useEffect(() => {
    const due = setTimeout(() => setIsAfter(true), FIRST_SCREEN_MS);
    return () => clearTimeout(due);
  }, []);
  return isAfter;
}
