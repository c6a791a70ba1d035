import Box from '@mui/material/Box';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLogoutIfAccessDenied } from 'react-admin';
import { ownNotifications } from '../components/queries.ts';

/** How often the badge is drawn anew from what is known, in milliseconds. */
export const BADGE_REFRESH = 2000;
/** How often the administrator's notifications are asked for, in milliseconds. */
const POLLING = 30_000;
/** More than this the badge has no room for. */
const MOST = 99;

/** The number of unread notifications, in the corner of every screen; nothing when none is. */
export function UnreadBadge() {
  const queryClient = useQueryClient();
  const leaveIfAccessDenied = useLogoutIfAccessDenied();
  const { error } = useQuery({ ...ownNotifications, refetchInterval: POLLING });
  const [count, setCount] = useState(() => unreadCount(queryClient));

  useEffect(() => {
    const refresh = setInterval(() => setCount(unreadCount(queryClient)), BADGE_REFRESH);
    return () => clearInterval(refresh);
  }, [queryClient]);
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
        {count > MOST ? `${MOST}+` : count}
      </Box>
    </nav>
  );
}

/** How many are unread as the cache has it; makes no call. */
const unreadCount = (queryClient: QueryClient): number =>
  queryClient.getQueryData(ownNotifications.queryKey)?.filter(({ isRead }) => !isRead).length ?? 0;

const badgeStyle = {
  position: 'fixed',
  zIndex: 'drawer',
  top: { xs: 16, md: 6 },
  right: { xs: 16, md: 6 },
  display: 'grid',
  placeItems: 'center',
  minWidth: 24,
  height: 24,
  px: 0.75,
  borderRadius: '999px',
  fontSize: 'var(--fc-text-small)',
  fontWeight: 700,
  fontVariantNumeric: 'tabular-nums',
  lineHeight: 1,
  color: '#fff',
  bgcolor: 'error.main',
  textDecoration: 'none',
} as const;
