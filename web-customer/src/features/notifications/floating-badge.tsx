import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { cachedUnreadCount } from './notification-queries.ts';
import { BADGE, shortCount } from './unread-badge.tsx';

/** How often the badge is drawn anew, in milliseconds. */
export const BADGE_REFRESH = 500;

/** The number of unread notifications, below the header however far the page is scrolled; nothing when none is. */
export function FloatingBadge({ userId }: { userId: number }) {
  const queryClient = useQueryClient();
  const [count, setCount] = useState(() => cachedUnreadCount(queryClient, userId));
  useEffect(() => {
    const refresh = setInterval(() => setCount(cachedUnreadCount(queryClient, userId)), BADGE_REFRESH);
    return () => clearInterval(refresh);
  }, [queryClient, userId]);

  if (count === 0) return null;
  return createPortal(
    // The bell says the same to those who cannot see it.
    <span
      aria-hidden
      data-testid="floating-unread-badge"
      className={`${BADGE} pointer-events-none fixed top-16 right-3 z-30 h-7 min-w-7 shadow-lg ring-2 ring-white`}
    >
      {shortCount(count)}
    </span>,
    document.body,
  );
}
