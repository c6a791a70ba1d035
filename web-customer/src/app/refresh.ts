import type { QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

/** A page that was hidden for longer is fetched again when it becomes visible, in milliseconds. */
const HIDDEN_MS = 300_000;

export function useRefreshWhenVisible(queryClient: QueryClient): void {
  useEffect(() => {
    let hiddenAt = document.hidden ? Date.now() : undefined;
    const onChange = () => {
      if (hiddenAt !== undefined && Date.now() - hiddenAt > HIDDEN_MS) void queryClient.invalidateQueries();
      hiddenAt = document.hidden ? Date.now() : undefined;
    };
    document.addEventListener('visibilitychange', onChange);
    return () => document.removeEventListener('visibilitychange', onChange);
  }, [queryClient]);
}
