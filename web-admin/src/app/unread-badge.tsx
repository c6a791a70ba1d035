import { UserSchema } from '@fasocolis/contracts/user';
import { api } from '@fasocolis/web-kit/api';
import { useCachedUnreadCount } from '@fasocolis/web-kit/notifications';
import { useLiveNotifications } from '@fasocolis/web-kit/use-live-notifications';
import { Box } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLogoutIfAccessDenied } from 'react-admin';
import { refreshCounts, showProgress } from '../components/consignment-progress.ts';
import { countStyle } from '../components/totals.tsx';

/** How often the badge is updated from the cache, in milliseconds. */
export const BADGE_REFRESH = 2000;
const MAX_COUNT = 99;

const checkSession = () => api.get('/api/user', UserSchema).catch(() => null);

/** The number of unread notifications, in the corner of every screen; hidden when there are none. */
export function UnreadBadge({ userId }: { userId: number }) {
  const queryClient = useQueryClient();
  const leaveIfAccessDenied = useLogoutIfAccessDenied();
  const { error } = useLiveNotifications({
    userId,
    checkSession,
    onMilestone: (progress) => showProgress(queryClient, progress),
    onCounted: (counted) => refreshCounts(queryClient, counted),
  });
  const count = useCachedUnreadCount(userId, BADGE_REFRESH);
  useEffect(() => {
    if (error) void leaveIfAccessDenied(error);
  }, [error, leaveIfAccessDenied]);

  if (count === 0) return null;
  return (
    <nav aria-label="Mes notifications">
      {/* The list itself is on the customer site. */}
      <Box
        component="a"
        href="/notifications"
        data-testid="floating-unread-badge"
        aria-label={`${count} notification(s) non lue(s)`}
        sx={badgeStyle}
      >
        {count > MAX_COUNT ? `${MAX_COUNT}+` : count}
      </Box>
    </nav>
  );
}

const badgeStyle = {
  ...countStyle,
  position: 'fixed',
  zIndex: 'drawer',
  top: { xs: 16, md: 6 },
  right: { xs: 16, md: 6 },
  textDecoration: 'none',
} as const;
