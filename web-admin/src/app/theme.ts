import { tokenReader } from '@fasocolis/web-kit/token-reader';
import tokensCss from '@fasocolis/web-kit/tokens.css?raw';
import { createTheme } from '@mui/material';
import { defaultTheme } from 'react-admin';

const token = tokenReader(tokensCss);

/** Below MUI's first breakpoint. */
const phone = '@media (max-width: 599.95px)';
const focusRing = { outline: `3px solid ${token('accent')}`, outlineOffset: 2 };

/** MUI's theme in the product's colours; green is for text, amber for the main action of a screen. */
export const theme = createTheme({
  ...defaultTheme,
  palette: {
    primary: { main: token('brand'), dark: token('brand-hover') },
    secondary: { main: token('accent'), dark: token('accent-hover'), contrastText: token('on-accent') },
    error: { main: token('danger') },
    background: { default: token('canvas'), paper: token('surface') },
    text: { primary: token('ink'), secondary: token('ink-soft') },
    divider: token('line'),
  },
  shape: { borderRadius: Number.parseInt(token('radius-input'), 10) },
  typography: {
    fontFamily: token('font'),
    h1: {
      fontSize: token('text-huge'),
      fontWeight: 700,
      lineHeight: 1.25,
      letterSpacing: '-0.01em',
      [phone]: { fontSize: token('text-large') },
    },
    h2: { fontSize: token('text-large'), fontWeight: 700, lineHeight: 1.3 },
    body1: { fontSize: token('text-base') },
    body2: { fontSize: token('text-small') },
    caption: { fontSize: token('text-small') },
    button: { fontSize: token('text-base'), fontWeight: 600, textTransform: 'none' },
  },
  components: {
    ...defaultTheme.components,
    MuiCssBaseline: {
      styleOverrides: {
        // A toast may follow an action in a dialog, so it is above it.
        'body .fc-toast-area': { zIndex: 1400 },
        a: { color: token('brand') },
        '.plain-list': { margin: 0, padding: 0, listStyle: 'none' },
        '.row': { display: 'flex', flexWrap: 'wrap', gap: 8 },
        '.row.centred': { alignItems: 'center' },
        'a:focus-visible, h1:focus-visible, [tabindex="0"]:focus-visible': focusRing,
        '@media (prefers-reduced-motion: reduce)': {
          '*, *::before, *::after': {
            transitionDuration: '0.01ms !important',
            animationDuration: '0.01ms !important',
            animationIterationCount: '1 !important',
          },
        },
      },
    },
    MuiButtonBase: {
      defaultProps: { disableRipple: true },
      styleOverrides: { root: { '&.Mui-focusVisible': focusRing } },
    },
    MuiButton: {
      defaultProps: { disableElevation: true },
      styleOverrides: { root: { minHeight: 44, paddingInline: 16 } },
    },
    MuiIconButton: { styleOverrides: { root: { width: 44, height: 44 } } },
    MuiCard: {
      defaultProps: { variant: 'outlined' },
      styleOverrides: { root: { borderRadius: token('radius-card') } },
    },
    MuiDialog: {
      styleOverrides: {
        paper: {
          borderRadius: token('radius-card'),
          '&:not(.MuiDialog-paperFullScreen)': {
            [phone]: { margin: 16, width: 'calc(100% - 32px)', maxHeight: 'calc(100% - 32px)' },
          },
          '&.MuiDialog-paperFullScreen': { borderRadius: 0 },
        },
      },
    },
    MuiDialogTitle: {
      styleOverrides: { root: { padding: '24px 24px 8px', fontWeight: 700, overflowWrap: 'anywhere' } },
    },
    MuiDialogActions: {
      defaultProps: { disableSpacing: true },
      styleOverrides: { root: { flexWrap: 'wrap', padding: '8px 24px 24px', gap: 8 } },
    },
    MuiTableCell: {
      styleOverrides: {
        root: { borderColor: token('line'), fontSize: token('text-base') },
        head: { fontSize: token('text-small'), fontWeight: 600, color: token('ink-soft') },
      },
    },
    MuiTextField: { defaultProps: { variant: 'outlined', margin: 'dense', size: 'small', fullWidth: true } },
    MuiFormControl: { defaultProps: { variant: 'outlined', margin: 'dense', size: 'small', fullWidth: true } },
    MuiOutlinedInput: {
      styleOverrides: {
        root: { minHeight: 44, backgroundColor: token('surface') },
        notchedOutline: { borderColor: token('control-line') },
      },
    },
    // Choices have French names; an input without a helper text has no room for one.
    RaSelectInput: { defaultProps: { translateChoice: false, helperText: false } },
    RaRadioButtonGroupInput: { defaultProps: { translateChoice: false, helperText: false } },
    RaAutocompleteInput: { defaultProps: { helperText: false } },
    RaTextInput: { defaultProps: { helperText: false } },
    RaNumberInput: { defaultProps: { helperText: false } },
    RaDateInput: { defaultProps: { helperText: false } },
    RaBooleanInput: { defaultProps: { helperText: false } },
    RaConfirm: {
      styleOverrides: {
        root: {
          '& .MuiButton-startIcon > svg': { width: 20, height: 20 },
          '& .RaConfirm-confirmWarning': {
            color: token('surface'),
            backgroundColor: token('danger'),
            '&:hover': { backgroundColor: token('danger'), filter: 'brightness(0.9)' },
            '&.Mui-disabled': { color: token('surface'), opacity: 0.6 },
          },
        },
      },
    },
  },
});
