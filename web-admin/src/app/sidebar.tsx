import { PRODUCT_NAME } from '@fasocolis/contracts/brand';
import { toast } from '@fasocolis/web-kit/toast-store';
import Box from '@mui/material/Box';
import Drawer from '@mui/material/Drawer';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemButton from '@mui/material/ListItemButton';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import type { Theme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import LogOut from 'lucide-react/icons/log-out';
import { useState } from 'react';
import { useLogout } from 'react-admin';
import { NavLink } from 'react-router-dom';
import { useIsAgent } from '../providers/use-user.ts';
import { navigationFor } from './navigation.ts';

const WIDTH = 304;

interface AdminSidebarProps {
  /** For narrow screens: on wide ones the sidebar is always visible. */
  isDrawerOpen: boolean;
  onClose: () => void;
}

export function AdminSidebar({ isDrawerOpen, onClose }: AdminSidebarProps) {
  const isAgent = useIsAgent();
  const hasRoom = useMediaQuery<Theme>((theme) => theme.breakpoints.up('md'), { noSsr: true });

  return (
    <Drawer
      variant={hasRoom ? 'permanent' : 'temporary'}
      open={hasRoom || isDrawerOpen}
      onClose={onClose}
      sx={{ width: hasRoom ? WIDTH : undefined, flexShrink: 0 }}
      slotProps={{ paper: { sx: { width: WIDTH, border: 0, color: '#fff', bgcolor: 'primary.main' } } }}
    >
      <Box
        component="nav"
        data-testid="admin-sidebar"
        aria-labelledby="admin-sidebar-title"
        sx={{ display: 'flex', flexDirection: 'column', flex: 1, px: 1.5, py: 2 }}
      >
        <Box sx={{ px: 1.5, pt: 1, pb: 3 }}>
          <Typography sx={{ fontSize: 'var(--fc-text-large)', fontWeight: 800, letterSpacing: '-0.01em' }}>
            {PRODUCT_NAME}
          </Typography>
          <Typography id="admin-sidebar-title" component="h2" variant="body2" sx={{ fontWeight: 400 }}>
            Panneau d'Administration
          </Typography>
        </Box>
        <List disablePadding sx={{ display: 'flex', flexDirection: 'column', gap: 0.5, flex: 1 }}>
          {navigationFor(isAgent).map(({ label, to, icon: Icon, screen, Count }) => (
            <ListItem key={to} disablePadding>
              <ListItemButton
                component={NavLink}
                to={to}
                onClick={onClose}
                onPointerEnter={screen?.preload}
                onFocus={screen?.preload}
                sx={entryStyle}
              >
                <ListItemIcon sx={{ minWidth: 32, color: 'inherit' }}>
                  <Icon aria-hidden size={20} />
                </ListItemIcon>
                <ListItemText primary={label} />
                {Count && <Count />}
              </ListItemButton>
            </ListItem>
          ))}
          <ListItem disablePadding sx={{ mt: 'auto' }}>
            <SignOutEntry />
          </ListItem>
        </List>
      </Box>
    </Drawer>
  );
}

function SignOutEntry() {
  const logout = useLogout();
  const [isLeaving, setLeaving] = useState(false);

  const signOut = async () => {
    setLeaving(true);
    try {
      await logout();
    } catch {
      toast({ title: 'Erreur', description: 'Impossible de se déconnecter', variant: 'destructive' });
      setLeaving(false);
    }
  };

  return (
    <ListItemButton component="button" disabled={isLeaving} onClick={() => void signOut()} sx={entryStyle}>
      <ListItemIcon sx={{ minWidth: 32, color: 'inherit' }}>
        <LogOut aria-hidden size={20} />
      </ListItemIcon>
      <ListItemText primary="Déconnexion" />
    </ListItemButton>
  );
}

const entryStyle = {
  minHeight: 48,
  px: 1.5,
  borderRadius: 'var(--fc-radius-small)',
  '&:hover': { bgcolor: 'var(--fc-brand-hover)' },
  '&.active': { bgcolor: 'var(--fc-brand-deep)', boxShadow: 'inset 4px 0 var(--fc-accent)' },
  '&.active .MuiListItemText-primary': { fontWeight: 700 },
} as const;
