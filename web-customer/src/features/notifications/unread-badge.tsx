import { useCachedUnreadCount, useUnreadCount } from '@fasocolis/web-kit/notifications';
import { createPortal } from 'react-dom';

const MAX_SHOWN = 99;

const shortCount = (count: number) => (count > MAX_SHOWN ? `${MAX_SHOWN}+` : String(count));

const BADGE =
  'inline-grid h-5 min-w-5 place-items-center rounded-full bg-danger px-1.5 text-sm/none font-bold whitespace-nowrap text-white tabular-nums';

interface Props {
  userId: number;
  /** For tests, which use the badge at the bell. */
  testId?: string;
  className?: string;
}

export default function UnreadBadge({ userId, testId, className = '' }: Props) {
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

/** Refresh interval of the badge, in milliseconds. */
export const BADGE_REFRESH = 500;

/** The number of unread notifications, fixed below the header; hidden when there are none. */
export function FloatingBadge({ userId }: { userId: number }) {
  const count = useCachedUnreadCount(userId, BADGE_REFRESH);

  if (count === 0) return null;
  return createPortal(
    // Hidden from screen readers: the bell has the same count.
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
