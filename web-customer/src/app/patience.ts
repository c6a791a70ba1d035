import { useEffect, useState } from 'react';

/** Long enough for the screen itself to load first on a slow network, in milliseconds. */
const PATIENCE = 2500;

/** Whether it is time for what the first screen can do without. */
export function useIsDue(): boolean {
  const [isDue, setIsDue] = useState(false);
  useEffect(() => {
    const due = setTimeout(() => setIsDue(true), PATIENCE);
    return () => clearTimeout(due);
  }, []);
  return isDue;
}
