import { type Theme, useMediaQuery } from '@mui/material';

export const useIsPhone = () => useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'), { noSsr: true });

/** Whether the sidebar and the search have room beside a screen. */
export const useHasRoom = () => useMediaQuery<Theme>((theme) => theme.breakpoints.up('md'), { noSsr: true });
