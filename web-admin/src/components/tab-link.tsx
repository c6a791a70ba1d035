import { Link, type LinkProps } from '@mui/material';

/** Opens another tab, so that what is typed on the screen stays. */
export const TabLink = (link: LinkProps) => <Link target="_blank" rel="noopener" {...link} />;
