import { PRODUCT_NAME } from '@fasocolis/contracts/brand';
import { Box, Typography } from '@mui/material';
import type { ReactNode } from 'react';

interface ScreenProps {
  title: string;
  /** The screen's buttons, the main one last. */
  actions?: ReactNode;
  children: ReactNode;
}

/** One screen of the back office under its heading, which also names the browser's tab. */
export function Screen({ title, actions, children }: ScreenProps) {
  return (
    <Box sx={{ maxWidth: 1440, mx: 'auto', p: { xs: 2, md: 4 }, pb: 12 }}>
      <title>{`${title} - ${PRODUCT_NAME}`}</title>
      <Box
        component="header"
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          justifyContent: 'space-between',
          gap: 2,
          mb: 3,
        }}
      >
        <Typography variant="h1" tabIndex={-1}>
          {title}
        </Typography>
        {actions && (
          <Box
            sx={{
              display: 'flex',
              flexDirection: { xs: 'column', sm: 'row' },
              gap: 1,
              width: { xs: '100%', sm: 'auto' },
            }}
          >
            {actions}
          </Box>
        )}
      </Box>
      {children}
    </Box>
  );
}
