import { useUnreadCount } from './notification-queries.ts';

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
