import { PRODUCT_NAME } from '@fasocolis/contracts/brand';
import { useKeptFocus } from '@fasocolis/web-kit/use-kept-focus';
import { AppBar, Box, CircularProgress, IconButton, Toolbar, Typography } from '@mui/material';
import MenuIcon from 'lucide-react/icons/menu';
import { type ReactNode, Suspense, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { TextButton } from '../components/text-button.tsx';
import { UnsavedChangesGuard } from '../components/unsaved-changes.tsx';
import { useHasRoom } from '../components/use-room.ts';
import { useUser } from '../providers/use-user.ts';
import { Search } from './search/search.tsx';
import { AdminSidebar } from './sidebar.tsx';
import { UnreadBadge } from './unread-badge.tsx';

export function AdminLayout({ children }: { children: ReactNode }) {
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  const { pathname } = useLocation();
  const user = useUser();
  const hasRoom = useHasRoom();
  useKeptFocus();

  return (
    <Box sx={{ display: { md: 'flex' }, minHeight: '100vh' }}>
      <TextButton
        label="Aller au contenu"
        href="#main-content"
        variant="contained"
        sx={{ position: 'fixed', top: -80, left: 16, zIndex: 'tooltip', '&:focus': { top: 8 } }}
      />
      <AppBar position="sticky" elevation={0} sx={{ display: { md: 'none' } }}>
        <Toolbar sx={{ gap: 1 }}>
          <IconButton color="inherit" edge="start" aria-label="Ouvrir le menu" onClick={() => setDrawerOpen(true)}>
            <MenuIcon aria-hidden />
          </IconButton>
          <Typography component="span" sx={{ flex: 1, fontWeight: 700 }}>
            {PRODUCT_NAME}
          </Typography>
          {!hasRoom && <Search isIcon />}
        </Toolbar>
      </AppBar>
      {user && <UnreadBadge userId={user.id} />}
      <AdminSidebar isDrawerOpen={isDrawerOpen} onClose={() => setDrawerOpen(false)} />
      <Box sx={{ flex: 1, minWidth: 0 }}>
        {hasRoom && (
          <Box component="header" sx={{ maxWidth: 1440, mx: 'auto', px: 4, pt: 2 }}>
            <Search />
          </Box>
        )}
        <Box component="main" id="main-content" tabIndex={-1} sx={{ outline: 'none' }}>
          <UnsavedChangesGuard>
            <Suspense key={pathname} fallback={<Spinner />}>
              {children}
            </Suspense>
          </UnsavedChangesGuard>
        </Box>
      </Box>
    </Box>
  );
}

export function Spinner() {
  return (
    <Box role="status" data-testid="spinner" sx={{ display: 'grid', placeItems: 'center', height: '100%', p: 4 }}>
      <CircularProgress aria-hidden size={48} />
      <span className="fc-sr-only">Chargement en cours</span>
    </Box>
  );
}
