import { PRODUCT_NAME } from '@fasocolis/contracts/brand';
import { Box, Card, Typography } from '@mui/material';
import { type ReactNode, useId } from 'react';

interface ScreenProps {
  title: string;
  /** The main button last. */
  actions?: ReactNode;
  children: ReactNode;
}

/** One screen of the back office under its heading, which is also the title of the browser's tab. */
export function Screen({ title, actions, children }: ScreenProps) {
  return (
    <Box sx={{ maxWidth: 1440, mx: 'auto', p: { xs: 2, md: 4 }, pb: 12 }}>
      <title>{`${title} - ${PRODUCT_NAME}`}</title>
      <Box component="header" className="row centred" sx={{ justifyContent: 'space-between', gap: 2, mb: 3 }}>
        <Typography variant="h1" tabIndex={-1} sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
          {title}
        </Typography>
        {actions && (
          <Box
            className="row"
            sx={{ width: { xs: '100%', sm: 'auto' }, '& > *': { flex: { xs: '1 1 auto', sm: 'none' } } }}
          >
            {actions}
          </Box>
        )}
      </Box>
      {children}
    </Box>
  );
}

interface SectionProps {
  title: string;
  component?: 'section' | 'aside';
  sx?: object;
  children: ReactNode;
}

export function Section({ title, component = 'section', sx = {}, children }: SectionProps) {
  const titleId = useId();
  return (
    <Card component={component} aria-labelledby={titleId} sx={{ p: { xs: 2, sm: 3 }, ...sx }}>
      <Typography id={titleId} variant="h2" sx={{ mb: 1.5 }}>
        {title}
      </Typography>
      {children}
    </Card>
  );
}
