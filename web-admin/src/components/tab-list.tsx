import { Box, Tab, Tabs } from '@mui/material';
import { type ReactNode, useId } from 'react';

interface TabListProps<Name extends string> {
  label: string;
  tabs: readonly { name: Name; label: ReactNode }[];
  open: Name;
  onOpen: (name: Name) => void;
  children: ReactNode;
}

export function TabList<Name extends string>({ label, tabs, open, onOpen, children }: TabListProps<Name>) {
  const id = useId();
  return (
    <>
      <Tabs value={open} onChange={(_event, name: Name) => onOpen(name)} aria-label={label} sx={tabsStyle}>
        {tabs.map((tab) => (
          <Tab
            key={tab.name}
            value={tab.name}
            id={`${id}-${tab.name}`}
            aria-controls={`${id}-panel`}
            label={tab.label}
          />
        ))}
      </Tabs>
      <Box role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${open}`} sx={{ containerType: 'inline-size' }}>
        {children}
      </Box>
    </>
  );
}

/** A label with a count, once that is known. */
export const counted = (name: string, count: number | undefined) => (count === undefined ? name : `${name} (${count})`);

/** On a narrow screen tabs go on in the next line: what is cut off would not be found. */
const tabsStyle = {
  mb: 2,
  borderBottom: '1px solid var(--fc-line)',
  '& .MuiTabs-list': { flexWrap: 'wrap' },
  '& .MuiTabs-indicator': { display: 'none' },
  '& .MuiTab-root': {
    minWidth: 0,
    px: { xs: 0.5, sm: 2 },
    borderBottom: '2px solid transparent',
    fontVariantNumeric: 'tabular-nums',
  },
  '& .MuiTab-root.Mui-selected': { borderColor: 'primary.main' },
  // Outside of the tab the focus ring would be cut off by the container.
  '& .MuiTab-root.Mui-focusVisible': { outlineOffset: -3 },
} as const;
