import { cachedUnreadCount, useUnreadCount } from '@fasocolis/web-kit/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';

/** More than this no badge has room for. */
const MOST = 99;

export const shortCount = (count: number) => (count > MOST ? `${MOST}+` : String(count));

/** Looks of a count that wants to be noticed. */
export const BADGE =
  'inline-grid h-5 min-w-5 place-items-center rounded-full bg-danger px-1.5 text-sm/none font-bold text-white tabular-nums';

interface Props {
  userId: number;
  /** For the tests' sake: the bell's is the one they look at. */
  testId?: string;
  className?: string;
}

/** How many notifications are unread; nothing when none is. */
export function UnreadBadge({ userId, testId, className = '' }: Props) {
  const count = useUnreadCount(userId);
  if (count === 0) return null;
  return (
    <>
      <span data-testid={testId} className={`${BADGE} ${className}`}>
        {shortCount(count)}
      </span>
      <span className="sr-only"> non lues</span>
    </>
  );
}

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
