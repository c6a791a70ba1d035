import { PRODUCT_NAME } from '@fasocolis/contracts/brand';
import { PUBLIC_PAGES, USER_PAGES } from '@fasocolis/contracts/site-paths';
import type { Loadable } from '@fasocolis/web-kit/loadable';
import { toast } from '@fasocolis/web-kit/toast-store';
import { Box, Drawer, IconButton, List, ListItem, ListItemButton, Typography } from '@mui/material';
import type { LucideIcon } from 'lucide-react';
import CircleUser from 'lucide-react/icons/circle-user';
import Globe from 'lucide-react/icons/globe';
import LogOut from 'lucide-react/icons/log-out';
import PanelLeft from 'lucide-react/icons/panel-left';
import { Fragment, useState } from 'react';
import { useLogout, useStore } from 'react-admin';
import { NavLink } from 'react-router-dom';
import { SAID_ONLY } from '../components/table-style.ts';
import { useHasRoom } from '../components/use-room.ts';
import { useIsAgent } from '../providers/use-user.ts';
import { navigationFor } from './navigation.ts';

// Larger text needs more width.
const WIDTH = 'max(248px, min(15.5rem, 40vw))';
const DRAWER_WIDTH = 'min(15.5rem, 90vw)';
const FOLDED_WIDTH = 64;

interface AdminSidebarProps {
  /** For narrow screens: on wide ones the sidebar is always visible. */
  isDrawerOpen: boolean;
  onClose: () => void;
}

export function AdminSidebar({ isDrawerOpen, onClose }: AdminSidebarProps) {
  const isAgent = useIsAgent();
  const hasRoom = useHasRoom();
  const [prefersFolded, setFolded] = useStore('look.sidebar.folded', false);
  const isFolded = hasRoom && prefersFolded;
  const width = !hasRoom ? DRAWER_WIDTH : isFolded ? FOLDED_WIDTH : WIDTH;

  return (
    <Drawer
      variant={hasRoom ? 'permanent' : 'temporary'}
      open={hasRoom || isDrawerOpen}
      onClose={onClose}
      sx={{ width: hasRoom ? width : undefined, flexShrink: 0 }}
      slotProps={{ paper: { sx: { width, border: 0, color: '#fff', bgcolor: 'primary.main', overflowX: 'hidden' } } }}
    >
      <Box
        component="nav"
        data-testid="admin-sidebar"
        data-folded={isFolded || undefined}
        aria-labelledby="admin-sidebar-title"
        sx={sidebarStyle}
      >
        <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between' }}>
          <Box className="label" sx={{ px: 1.5 }}>
            <Typography sx={{ fontWeight: 800, lineHeight: 1.3, letterSpacing: '-0.01em' }}>{PRODUCT_NAME}</Typography>
            <Typography
              id="admin-sidebar-title"
              component="h2"
              variant="body2"
              sx={{ fontWeight: 400, lineHeight: 1.3 }}
            >
              Panneau d'Administration
            </Typography>
          </Box>
          {hasRoom && (
            <IconButton
              color="inherit"
              aria-label={isFolded ? 'Déplier le menu' : 'Replier le menu'}
              aria-expanded={!isFolded}
              onClick={() => setFolded(!isFolded)}
            >
              <PanelLeft aria-hidden size={20} />
            </IconButton>
          )}
        </Box>
        {navigationFor(isAgent).map(({ name, entries }) => (
          <Fragment key={name ?? ''}>
            {name && (
              <Typography id={`navigation-${name}`} variant="body2" className="label group">
                {name}
              </Typography>
            )}
            <List disablePadding aria-labelledby={name && `navigation-${name}`}>
              {entries.map(({ label, to, icon, screen, Count }) => (
                <ListItem key={to} disablePadding>
                  <ListItemButton
                    component={NavLink}
                    to={to}
                    title={isFolded ? label : undefined}
                    onClick={onClose}
                    onPointerEnter={() => preload(screen)}
                    onFocus={() => preload(screen)}
                  >
                    <EntryContent icon={icon} label={label} />
                    {Count && !isFolded && <Count />}
                  </ListItemButton>
                </ListItem>
              ))}
            </List>
          </Fragment>
        ))}
        <List disablePadding sx={{ mt: 'auto' }}>
          {WAYS_OUT.map(({ label, href, icon }) => (
            <ListItem key={href} disablePadding>
              <ListItemButton component="a" href={href} title={isFolded ? label : undefined}>
                <EntryContent icon={icon} label={label} />
              </ListItemButton>
            </ListItem>
          ))}
          <ListItem disablePadding>
            <SignOutEntry />
          </ListItem>
        </List>
      </Box>
    </Drawer>
  );
}

/** Loads the code of a screen that is about to be opened. A failure is reported when the screen is shown. */
const preload = (screen: Loadable | undefined) => void screen?.load().catch(() => {});

/** On the customer site. */
const WAYS_OUT = [
  { label: 'Voir le site', href: PUBLIC_PAGES.home, icon: Globe },
  { label: 'Mon profil', href: USER_PAGES.profile, icon: CircleUser },
] as const;

function EntryContent({ icon: Icon, label }: { icon: LucideIcon; label: string }) {
  return (
    <>
      <Icon aria-hidden size={20} />
      <span className="label">{label}</span>
    </>
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
    <ListItemButton component="button" disabled={isLeaving} onClick={() => void signOut()} sx={{ font: 'inherit' }}>
      <EntryContent icon={LogOut} label="Déconnexion" />
    </ListItemButton>
  );
}

const sidebarStyle = {
  display: 'flex',
  flexDirection: 'column',
  flex: 1,
  px: 1,
  py: 1,
  '& .group': { px: 1.5, pt: 0.5, lineHeight: 1.4, fontWeight: 600, opacity: 0.85 },
  '& .MuiListItemButton-root': {
    gap: 1.5,
    minHeight: 44,
    px: 1.5,
    py: 0,
    borderRadius: 'var(--fc-radius-small)',
    // All entries fit on a laptop.
    '@media (hover: hover) and (pointer: fine)': { minHeight: 26 },
    '& .label': { flex: 1, minWidth: 0, textAlign: 'start' },
    '& svg': { flexShrink: 0 },
    '&:hover': { bgcolor: 'var(--fc-brand-hover)' },
    '&.active': { bgcolor: 'var(--fc-brand-deep)', boxShadow: 'inset 4px 0 var(--fc-accent)' },
    '&.active .label': { fontWeight: 700 },
  },
  // The names stay for screen readers.
  '&[data-folded] .label': SAID_ONLY,
  '&[data-folded] .MuiList-root + .group + .MuiList-root': { borderTop: '1px solid rgb(255 255 255 / 30%)' },
} as const;
